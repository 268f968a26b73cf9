// The real program on a real (tiny) experiment, and the table it prints.

#include <algorithm>
#include <csignal>
#include <set>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "app/experiment_arm.hpp"
#include "app/experiment_report.hpp"
#include "tests/app/child_process.hpp"

namespace jungle::test {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

std::string smoke(const std::string& more = "") {
  return (source_folder() / "configs/train/smoke.toml").string() +
         ",selfplay.games=16,learn.min_samples=10,run.generations=2" + more;
}

std::vector<std::string> experiment(const fs::path& out, const std::vector<std::string>& more = {}) {
  std::vector<std::string> words = {
      "experiment", smoke(),    smoke(",learn.passes=1"), "--seeds", "2",  "--cpu-minutes",
      "1000",       "--player", "mcts:net=NET,visits=4",  "--games", "20", "--out",
      out.string()};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

Json arms_of(const ProgramRun& run) {
  Json json = Json::parse(run.out, nullptr, false);
  if (json.is_discarded()) return run.err;
  Json arms = json["arms"];
  for (Json& arm : arms) {
    for (Json& net : arm["nets"]) {
      net.erase("cpu_minutes");
      net.erase("run");
    }
  }
  return arms;
}

TEST(Experiment, TrainsEveryArmWithEverySeedAndRatesTheNets) {
  const TemporaryFolder folder;
  const ProgramRun run = run_jungle(experiment(folder.path() / "x", {"--json"}));
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const Json json = Json::parse(run.out);
  EXPECT_EQ(json["games"], 20);
  ASSERT_EQ(json["arms"].size(), 2U);
  std::set<std::string> hashes;
  for (const Json& arm : json["arms"]) {
    ASSERT_EQ(arm["nets"].size(), 2U);
    for (const Json& net : arm["nets"]) {
      hashes.insert(net["weights_hash"].get<std::string>());
      EXPECT_EQ(net["generations"], 2);
      EXPECT_TRUE(fs::exists(net["run"].get<std::string>() + "/nets/best"));
    }
  }
  EXPECT_EQ(hashes.size(), 4U);
  EXPECT_EQ(json["arms"][0]["elo"], 0.0);
  EXPECT_LE(json["arms"][1]["elo_low"], json["arms"][1]["elo"]);
  EXPECT_GT(json["arms"][0]["nets"][0]["steps"], json["arms"][1]["nets"][0]["steps"]);  // passes 2 and 1
  EXPECT_NE(run.err.find("raise run.generations"), std::string::npos) << run.err;       // of 1000 minutes
}

TEST(Experiment, APlayerThatIsGoneIsAFailureAndNotAnInterruption) {
  const TemporaryFolder folder;
  const std::string player = fmt::format("uci:cmd=\"{} fault=dies-for-good once={} net=NET\",nodes=5",
                                         JUNGLE_FAULTY_ENGINE, (folder.path() / "mark").string());
  std::vector<std::string> words = experiment(folder.path() / "x", {"--concurrency", "1"});
  *std::ranges::find(words, "mcts:net=NET,visits=4") = player;
  *std::ranges::find(words, "20") = "1000";  // games
  const ProgramRun run = run_jungle(words);
  EXPECT_EQ(run.exit_code, 1) << run.err;
  EXPECT_NE(run.err.find("a player can't be had any more"), std::string::npos) << run.err;
  EXPECT_EQ(run.out, "");
}

TEST(Experiment, KilledAtManyInstantsItEndsWithTheSameNetsAndGames) {
  const TemporaryFolder folder;
  const Json expected = arms_of(run_jungle(experiment(folder.path() / "whole", {"--json"})));
  const fs::path out = folder.path() / "broken";
  const std::vector<std::function<bool()>> instants = {
      [&] { return fs::exists(out / "A-1/nets/gen-0001.safetensors"); },
      [&] { return fs::exists(out / "A-2/metrics.jsonl"); },
      [&] { return fs::exists(out / "ladder.sqlite"); }};
  for (const auto& instant : instants) {
    ChildProcess child(experiment(out));
    ASSERT_TRUE(child.kill_when(SIGKILL, instant));
    child.wait();
  }
  EXPECT_EQ(arms_of(run_jungle(experiment(out, {"--json"}))), expected);
}

TEST(Experiment, BadInputIsRefusedInOneLineBeforeAnythingIsWritten) {
  const TemporaryFolder folder;
  const fs::path out = folder.path() / "x";
  const auto refuse = [&](std::vector<std::string> words, const std::string& what) {
    words.insert(words.begin(), "experiment");
    words.insert(words.end(), {"--out", out.string()});
    const ProgramRun run = run_jungle(words);
    EXPECT_EQ(run.exit_code, 2) << what;
    EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 1) << run.err;
    EXPECT_NE(run.err.find(what), std::string::npos) << run.err;
    EXPECT_FALSE(fs::exists(out));
  };
  refuse({smoke()}, "ARM");
  refuse({smoke(), "nowhere.toml"}, "nowhere.toml");
  refuse({smoke(), smoke(",learn.pases=1")}, "learn.passes");
  refuse({smoke(), smoke(",learn.passes=1,learn.passes=2")}, "twice");
  refuse({smoke(), smoke(), "--player", "mcts:visits=4"}, "NET");
  refuse({smoke(), smoke(), "--player", "mcts:net=NET,visit=4"}, "visits");
  refuse({smoke(), smoke(), "--rules", "wangoo"}, "wango");
  refuse({smoke(), smoke(), "--seeds", "0"}, "--seeds");
}

TEST(Experiment, AnArmIsAConfigurationAndWhatIsChangedInIt) {
  const auto arm = parse_arm(smoke(",target.discount=0.5,run.name=\"x\""));
  ASSERT_TRUE(arm) << arm.error();
  EXPECT_FLOAT_EQ(arm->config.value_target.discount, 0.5F);
  EXPECT_EQ(arm->config.run.name, "x");
}

TEST(Experiment, TheTableSaysWhatCanBeSaid) {
  ExperimentReport report{.commit = "abc",
                          .command = "jungle experiment a.toml b.toml",
                          .cpu_minutes = 5,
                          .player = "mcts:net=NET,visits=4",
                          .rules = "wango",
                          .opening_plies = 8,
                          .games = 400,
                          .arms = {}};
  const ExperimentNet net{.seed = 1, .run = "x/A-1", .generations = 7, .cpu_minutes = 5.04};
  report.arms = {{.text = "a.toml", .nets = {net, net}},
                 {.text = "b.toml",
                  .nets = {net, net},
                  .difference = {.elo = 23.4, .low = -4.4, .high = 51.2, .games_margin = 11.6}}};
  const std::string text = experiment_text(report);
  EXPECT_NE(text.find("+23 [-4.4, +51]  games alone +-12"), std::string::npos) << text;
  EXPECT_NE(text.find("B = b.toml"), std::string::npos) << text;
  EXPECT_EQ(text.find("one net an arm"), std::string::npos) << text;
  report.arms[0].nets.pop_back();
  EXPECT_NE(experiment_text(report).find("one net an arm"), std::string::npos);
}

}  // namespace
}  // namespace jungle::test
