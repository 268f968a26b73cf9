// The real program on a real (tiny) run: trains, dies, goes on.

#include <csignal>
#include <fstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "app/command.hpp"
#include "tests/app/child_process.hpp"
#include "tests/support/small_tablebase.hpp"

namespace jungle::test {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> train(const fs::path& run, const std::vector<std::string>& more = {},
                               int threads = 2) {
  std::vector<std::string> words = {"train", "--config", source_folder() / "configs/train/smoke.toml"};
  for (const std::string set : {"selfplay.games=16", "learn.min_samples=10", "match.games=2"}) {
    words.push_back("--set");
    words.push_back(set);
  }
  for (const std::string& word :
       {std::string("--run"), run.string(), std::string("--threads"), std::to_string(threads)})
    words.push_back(word);
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

std::string weights_line(const ProgramRun& run) {
  const std::size_t at = run.out.find("weights ");
  return at == std::string::npos ? "none: " + run.err : run.out.substr(at, 24);
}

int files_in(const fs::path& folder) {
  std::error_code error;
  int count = 0;
  for (auto entry = fs::directory_iterator(folder, error); !error && entry != fs::directory_iterator();
       entry.increment(error))
    ++count;
  return count;
}

TEST(Train, KilledAtManyInstantsItEndsWithTheSameWeights) {
  const TemporaryFolder folder;
  // The trainer's state is largest with these.
  const std::vector<std::string> options = {"--set", "selfplay.surprise_weight=0.5",
                                            "--set", "learn.reply_weight=0.3",
                                            "--set", "learn.later_weight=0.5"};
  const ProgramRun unbroken = run_jungle(train(folder.path() / "whole", options));
  ASSERT_EQ(unbroken.exit_code, 0) << unbroken.err;
  EXPECT_NE(unbroken.out.find("random"), std::string::npos);  // the table of final matches

  const fs::path run = folder.path() / "broken";
  const std::vector<std::function<bool()>> instants = {
      [&] { return fs::exists(run / "manifest.json"); },
      [&] { return files_in(run / "games") >= 3; },
      [&] { return fs::exists(run / "nets/gen-0001.safetensors"); },
      [&] { return fs::exists(run / "metrics.jsonl"); },
      [&] { return fs::exists(run / "nets/gen-0002.optimizer.pt.tmp"); },
      [&] { return files_in(run / "games") >= 10; },
      [&] { return fs::exists(run / "nets/gen-0003.safetensors"); },
  };
  int killed = 0;
  for (const auto& instant : instants) {
    ChildProcess child(train(run, options, 1 + killed % 2));
    if (child.kill_when(SIGKILL, instant)) ++killed;
    child.wait();
  }
  EXPECT_GE(killed, 4);
  const ProgramRun resumed = run_jungle(train(run, options));
  ASSERT_EQ(resumed.exit_code, 0) << resumed.err;
  EXPECT_EQ(weights_line(resumed), weights_line(unbroken));
  EXPECT_EQ(lines_of(read_text(run / "metrics.jsonl")).size(), 3U);
}

TEST(Train, AMixOfAllPresetsThatWasKilledEndsWithTheSameWeights) {
  const TemporaryFolder folder;
  const std::vector<std::string> mix = {
      "--set", "game.mix=[\"wango\",\"kawu\",\"panther\",\"halfmove60\",\"wikipedia\",\"leiden\"]",
      "--set", "selfplay.earlier_start=0.3",
      "--set", "selfplay.policy_opening_plies=4",
      "--set", "selfplay.resign=true"};
  const ProgramRun unbroken = run_jungle(train(folder.path() / "whole", mix));
  ASSERT_EQ(unbroken.exit_code, 0) << unbroken.err;
  const fs::path run = folder.path() / "broken";
  for (const char* file : {"games/gen-0000-001.npz", "games/gen-0001-000.npz", "nets/gen-0002.safetensors"}) {
    ChildProcess child(train(run, mix));
    child.kill_when(SIGKILL, [&] { return fs::exists(run / file); });
    child.wait();
  }
  const ProgramRun resumed = run_jungle(train(run, mix));
  ASSERT_EQ(resumed.exit_code, 0) << resumed.err;
  EXPECT_EQ(weights_line(resumed), weights_line(unbroken));
  EXPECT_EQ(run_jungle({"data", "check", run}).exit_code, 0);
}

std::vector<nlohmann::json> truth_of(const fs::path& run) {
  std::vector<nlohmann::json> truth;
  for (const std::string& line : lines_of(read_text(run / "metrics.jsonl")))
    truth.push_back(nlohmann::json::parse(line).value("truth", nlohmann::json()));
  return truth;
}

TEST(Train, ItsNetsAreMeasuredAgainstEndgameTablesAlsoWhenItWasKilled) {
  const SmallTablebase tables;
  const TemporaryFolder folder;
  const std::vector<std::string> measured = {
      "--set", "truth.tablebase=" + tables.path(), "--set", "truth.positions=100", "--set", "truth.visits=8"};
  const fs::path whole = folder.path() / "whole", broken = folder.path() / "broken";
  const ProgramRun unbroken = run_jungle(train(whole, measured));
  ASSERT_EQ(unbroken.exit_code, 0) << unbroken.err;
  EXPECT_NE(unbroken.err.find("\n  truth, moves that keep the result: 2 animals "), std::string::npos)
      << unbroken.err;
  const std::vector<nlohmann::json> truth = truth_of(whole);
  ASSERT_EQ(truth.size(), 3U);
  const ProgramRun alone = run_jungle(
      {"net", "truth", whole, "--tablebase", tables.path(), "--positions", "100", "--visits", "8", "--json"});
  EXPECT_EQ(truth.back(), nlohmann::json::parse(alone.out)["truth"])
      << "what the command says of the last net";

  for (const char* net : {"nets/gen-0001.safetensors", "nets/gen-0002.safetensors"}) {
    ChildProcess child(train(broken, measured));
    child.kill_when(SIGKILL, [&] { return fs::exists(broken / net); });
    child.wait();
  }
  const ProgramRun resumed = run_jungle(train(broken, measured));
  ASSERT_EQ(resumed.exit_code, 0) << resumed.err;
  EXPECT_EQ(truth_of(broken), truth);
}

bool said(const ChildProcess& child, const std::string& text) {
  return child.err().find(text) != std::string::npos;
}

// The command that a stopped run printed.
std::string command_to_go_on(const ProgramRun& stopped) {
  const std::string marker = "to go on: ";
  const std::size_t at = stopped.err.find(marker);
  if (at == std::string::npos) return "echo 'nothing to go on with' >&2; false";
  const std::size_t begin = at + marker.size();
  return stopped.err.substr(begin, stopped.err.find('\n', begin) - begin);
}

// One run, stopped at one moment after another, each time gone on with by the command that it printed.
TEST(Train, CtrlCAtAnyMomentSavesAndPrintsTheCommandThatGoesOn) {
  const TemporaryFolder folder;
  const fs::path run = folder.path() / "run";
  const std::string endless = "match.opponents=[\"random\",\"ab:movetime=60000\"]";
  const std::vector<std::pair<std::string, std::function<bool(const ChildProcess&)>>> moments = {
      {"LibTorch not yet loaded", [](const auto&) { return true; }},
      {"the run begins", [&](const auto&) { return fs::exists(run / "manifest.json"); }},
      {"self-play", [&](const auto&) { return fs::exists(run / "games/gen-0000-000.npz"); }},
      {"learning",
       [&](const auto& child) {
         return fs::exists(run / "games/gen-0000-001.npz") && said(child, "learner:");
       }},
      {"the next generation", [&](const auto&) { return fs::exists(run / "games/gen-0001-000.npz"); }},
      {"final matches", [](const auto& child) { return said(child, "match against random"); }}};
  ProgramRun stopped;
  std::vector<std::string> first = train(run, {"--set", endless});
  first.insert(first.begin(), JUNGLE_PROGRAM);
  std::string command = shell_line(first);
  for (const auto& [name, moment] : moments) {
    ChildProcess child = ChildProcess::of_command({"sh", "-c", "exec " + command});
    // A signal before the program has begun to wait for it ends it, as it does any program.
    const auto now = [&child, &when = moment] { return child.has_blocked(SIGINT) && when(child); };
    ASSERT_TRUE(child.kill_when(SIGINT, now)) << name << ": ended first: " << child.err();
    stopped = child.wait();
    EXPECT_EQ(stopped.exit_code, 130) << name << ": " << stopped.err;
    command = command_to_go_on(stopped);
  }
  EXPECT_NE(stopped.out.find("\nrandom "), std::string::npos)
      << "the finished match is told: " << stopped.out;
  EXPECT_NE(command.find(" --set "), std::string::npos) << "what was set holds for the rest: " << command;
  const ProgramRun resumed = run_program({"sh", "-c", command + " --set match.opponents=random"});
  EXPECT_EQ(resumed.exit_code, 0) << resumed.err;
  EXPECT_EQ(weights_line(resumed), weights_line(run_jungle(train(folder.path() / "whole"))));
}

TEST(Train, ARunInUseIsRefused) {
  const TemporaryFolder folder;
  const fs::path run = folder.path() / "run";
  ChildProcess child(train(run, {"--set", "run.generations=1000"}));
  ASSERT_TRUE(child.kill_when(0, [&] { return fs::exists(run / "checkpoint.json"); }));
  const ProgramRun second = run_jungle({"train", "--run", run.string()});
  EXPECT_EQ(second.exit_code, 2);
  EXPECT_NE(second.err.find("in use"), std::string::npos) << second.err;
}

TEST(Train, AnotherConfigurationIsRefusedAndTheOptionNamed) {
  const TemporaryFolder folder;
  const fs::path run = folder.path() / "run";
  ASSERT_EQ(run_jungle(train(run, {"--set", "run.generations=1"})).exit_code, 0);
  const ProgramRun other = run_jungle({"train", "--run", run.string(), "--set", "learn.passes=3"});
  EXPECT_EQ(other.exit_code, 2);
  EXPECT_NE(other.err.find("learn.passes (2, now 3)"), std::string::npos) << other.err;
  EXPECT_EQ(lines_of(other.err).size(), 1U);
}

TEST(Train, BadInputIsOneLineAndLeavesNothing) {
  const TemporaryFolder folder;
  const fs::path run = folder.path() / "run";
  const std::string not_a_net = folder.write("net.safetensors", "no net");
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases = {
      {{"--init", "nowhere.safetensors"}, "nowhere.safetensors"},
      {{"--init", not_a_net}, "net.safetensors"},
      {{"--set", "selfplay.full_visit=5"}, "selfplay.full_visits"},
      {{"--set", "selfplay.full_visits=0"}, "a whole number from"},
      {{"--set", "match.opponents=ab:dept=3"}, "depth"},
      {{"--set", "game.rules=wangoo"}, "wango"},
      {{"--set", "selfplay.cache_mb=1000000"}, "memory"},
      {{"--set", "truth.tablebase=/nowhere"}, "truth.tablebase: /nowhere"},
      {{"--set", "match.opponents=[\"ab:depth=1,table_mb=1000000\"]"}, "too little memory"},
      {{"--set", "run.generations=1000000", "--set", "selfplay.games=2000"}, "disk"},
      {{"--set", "run.seed"}, "section.key=value"}};
  for (const auto& [more, expected] : cases) {
    const ProgramRun refused = run_jungle(train(run, more));
    EXPECT_EQ(refused.exit_code, 2) << expected;
    EXPECT_NE(refused.err.find(expected), std::string::npos) << refused.err;
    EXPECT_EQ(lines_of(refused.err).size(), 1U) << refused.err;
    EXPECT_EQ(refused.out, "");
    EXPECT_FALSE(fs::exists(run)) << expected;
  }
}

TEST(Train, BeginsFromAGivenNet) {
  const TemporaryFolder folder;
  const std::string first = (folder.path() / "first").string(), second = (folder.path() / "second").string();
  ASSERT_EQ(run_jungle(train(first, {"--set", "run.generations=1"})).exit_code, 0);
  ASSERT_EQ(run_jungle(train(second, {"--set", "run.generations=1", "--init", first})).exit_code, 0);
  const std::string trained = run_jungle({"net", "hash", first}).out;
  EXPECT_EQ(run_jungle({"net", "hash", second + "/nets/gen-0000.safetensors"}).out, trained);
  EXPECT_NE(run_jungle({"net", "hash", second}).out, trained);
}

TEST(Train, KilledBeforeItsFirstCommitItStillBeginsFromTheGivenNet) {
  const TemporaryFolder folder;
  const std::string net = (folder.path() / "net.safetensors").string();
  for (const auto& [seed, name] : {std::pair{"5", net}, {"6", net + "2"}})
    ASSERT_EQ(run_jungle({"net", "create", "--config", "c8b1v4h16", "--seed", seed, "--out", name}).exit_code,
              0);
  const fs::path run = folder.path() / "run";
  const std::vector<std::string> words = train(run, {"--set", "run.generations=1", "--init", net});
  ChildProcess child(words);
  child.kill_when(SIGKILL, [&] { return fs::exists(run / "manifest.json"); });
  child.wait();
  for (const char* late : {"checkpoint.json", "metrics.jsonl"})
    fs::remove(run / late);  // in case it was late

  const ProgramRun other = run_jungle(train(run, {"--set", "run.generations=1", "--init", net + "2"}));
  EXPECT_EQ(other.exit_code, 2);
  EXPECT_NE(other.err.find("was begun with another net"), std::string::npos) << other.err;
  EXPECT_EQ(lines_of(other.err).size(), 1U) << other.err;
  const ProgramRun again = run_jungle(words);
  EXPECT_EQ(again.exit_code, 0) << again.err;
  EXPECT_EQ(run_jungle({"net", "hash", (run / "nets/gen-0000.safetensors").string()}).out,
            run_jungle({"net", "hash", net}).out);
}

TEST(Train, ARunWhoseFilesAreDamagedIsRefusedInOneLine) {
  const TemporaryFolder folder;
  const fs::path run = folder.path() / "run", aside = folder.path() / "aside";
  ASSERT_EQ(run_jungle(train(run, {"--set", "run.generations=1"})).exit_code, 0);
  for (const char* name : {"nets/gen-0001.safetensors", "nets/gen-0001.optimizer.pt", "checkpoint.json",
                           "metrics.jsonl", "manifest.json"}) {
    fs::rename(run / name, aside);
    std::ofstream(run / name) << "{\"generation\": \"one\"}";
    for (const bool is_folder : {false, true}) {
      if (is_folder) {
        fs::remove(run / name);
        fs::create_directory(run / name);
      }
      const ProgramRun refused = run_jungle({"train", "--run", run.string()});
      EXPECT_EQ(refused.exit_code, 2) << name << ": " << refused.err;
      EXPECT_NE(refused.err.find(name), std::string::npos) << refused.err;
      EXPECT_EQ(lines_of(refused.err).size(), 1U) << refused.err;
      EXPECT_EQ(refused.err.find("exception"), std::string::npos) << refused.err;
    }
    fs::remove(run / name);
    fs::rename(aside, run / name);
  }
}

}  // namespace
}  // namespace jungle::test
