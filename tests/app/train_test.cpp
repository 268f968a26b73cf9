// The real program on a real (tiny) run: trains, dies, goes on.

#include <csignal>
#include <fstream>

#include <gtest/gtest.h>

#include "tests/app/child_process.hpp"

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
  const ProgramRun unbroken = run_jungle(train(folder.path() / "whole"));
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
    ChildProcess child(train(run, {}, 1 + killed % 2));
    if (child.kill_when(SIGKILL, instant)) ++killed;
    child.wait();
  }
  EXPECT_GE(killed, 4);
  const ProgramRun resumed = run_jungle(train(run));
  ASSERT_EQ(resumed.exit_code, 0) << resumed.err;
  EXPECT_EQ(weights_line(resumed), weights_line(unbroken));
  EXPECT_EQ(lines_of(read_text(run / "metrics.jsonl")).size(), 3U);
}

TEST(Train, CtrlCSavesAndPrintsTheCommandThatGoesOn) {
  const TemporaryFolder folder;
  const fs::path run = folder.path() / "run";
  ChildProcess child(train(run));
  ASSERT_TRUE(child.kill_when(SIGINT, [&] { return fs::exists(run / "metrics.jsonl"); }));
  const ProgramRun stopped = child.wait();
  EXPECT_EQ(stopped.exit_code, 130) << stopped.err;
  const std::string marker = "to go on: ";
  const std::size_t at = stopped.err.find(marker);
  ASSERT_NE(at, std::string::npos) << stopped.err;
  const std::string command =
      stopped.err.substr(at + marker.size(), stopped.err.find('\n', at) - at - marker.size());
  const ProgramRun resumed = run_program({"sh", "-c", command});
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
      {{"--set", "run.generations=1000000", "--set", "selfplay.games=100000000"}, "disk"},
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

}  // namespace
}  // namespace jungle::test
