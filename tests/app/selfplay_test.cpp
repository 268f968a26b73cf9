#include <csignal>

#include <gtest/gtest.h>

#include "tests/app/child_process.hpp"

namespace jungle::test {
namespace {

// A tiny net on disk, and the words of a short self-play with it.
struct Fixture {
  TemporaryFolder folder;
  std::string net = folder.path() / "net.safetensors";

  Fixture() { EXPECT_EQ(run_jungle({"net", "create", "--config", "c8b1", "--out", net}).exit_code, 0); }

  std::vector<std::string> words(const std::string& out, const std::string& threads) const {
    return {"selfplay",
            "--net",
            net,
            "--games",
            "6",
            "--out",
            folder.path() / out,
            "--threads",
            threads,
            "--config",
            source_folder() / "configs/train/smoke.toml",
            "--set",
            "selfplay.games_per_shard=4",
            "--set",
            "selfplay.precision=auto"};
  }
};

TEST(SelfPlay, WritesShardsAndTextRecordsThatDontDependOnThreads) {
  const Fixture fixture;
  const ProgramRun one = run_jungle(fixture.words("one", "1"));
  const ProgramRun two = run_jungle(fixture.words("two", "2"));
  ASSERT_EQ(one.exit_code, 0) << one.err;
  ASSERT_EQ(two.exit_code, 0) << two.err;
  for (const char* name : {"gen-0000-000.npz", "gen-0000-000.pgn", "gen-0000-001.npz", "gen-0000-001.pgn"}) {
    const std::string text = read_text(fixture.folder.path() / "one" / name);
    EXPECT_FALSE(text.empty()) << name;
    EXPECT_EQ(text, read_text(fixture.folder.path() / "two" / name)) << name;
  }
  EXPECT_NE(one.out.find("6 games"), std::string::npos) << one.out;
}

TEST(SelfPlay, CtrlCBeforeTheFirstGameIsObeyedToo) {
  const Fixture fixture;
  auto words = fixture.words("out", "1");
  ChildProcess child(words);
  ASSERT_TRUE(child.kill_when(SIGINT, [&] { return child.has_blocked(SIGINT); })) << child.err();
  const ProgramRun stopped = child.wait();
  EXPECT_EQ(stopped.exit_code, 130) << stopped.err;
  EXPECT_NE(stopped.err.find("the same command plays the rest: "), std::string::npos) << stopped.err;
}

TEST(SelfPlay, JsonHasTheFiguresOfTheMetrics) {
  const Fixture fixture;
  auto words = fixture.words("out", "1");
  words.push_back("--json");
  const ProgramRun run = run_jungle(words);
  ASSERT_EQ(run.exit_code, 0) << run.err;
  for (const char* key : {"\"games\":6", "\"endings\":", "\"evaluations_per_second\":", "\"mean_batch\":",
                          "\"cache_hit_rate\":", "\"infer\":"})
    EXPECT_NE(run.out.find(key), std::string::npos) << key << " in " << run.out;
}

TEST(SelfPlay, ASignalEndsItAndWholeFilesStay) {
  const Fixture fixture;
  for (const int signal : {SIGINT, SIGTERM}) {
    auto words = fixture.words(std::to_string(signal), "2");
    words[4] = "100000";
    const auto first_file = fixture.folder.path() / std::to_string(signal) / "gen-0000-000.npz";
    ChildProcess child(words);
    ASSERT_TRUE(child.kill_when(signal, [&] { return std::filesystem::exists(first_file); }));
    const ProgramRun stopped = child.wait();
    EXPECT_EQ(stopped.exit_code, 130) << stopped.err;
    EXPECT_NE(stopped.err.find("the same command plays the rest"), std::string::npos) << stopped.err;
    words[4] = "4";  // that file's games
    words.push_back("--json");
    EXPECT_NE(run_jungle(words).out.find("\"games_kept\":4"), std::string::npos);
  }
}

TEST(SelfPlay, OtherGamesThanAskedForAreRefusedAndStay) {
  const Fixture fixture;
  ASSERT_EQ(run_jungle(fixture.words("out", "1")).exit_code, 0);
  const auto shard = fixture.folder.path() / "out/gen-0000-000.npz";
  const std::string before = read_text(shard);
  const std::vector<std::pair<std::string, std::string>> others = {
      {"game.rules=panther", "other settings"},
      {"selfplay.full_visits=9", "other settings"},
      {"search.cpuct=2", "other settings"},
      {"run.seed=77", "another seed"}};
  for (const auto& [setting, expected] : others) {
    auto words = fixture.words("out", "1");
    words.insert(words.end(), {"--set", setting});
    const ProgramRun refused = run_jungle(words);
    EXPECT_EQ(refused.exit_code, 2) << setting << ": " << refused.err;
    EXPECT_NE(refused.err.find(expected), std::string::npos) << refused.err;
    EXPECT_EQ(lines_of(refused.err).size(), 1U) << refused.err;
    EXPECT_EQ(read_text(shard), before) << setting;
  }
  auto same = fixture.words("out", "2");
  same.insert(same.end(), {"--set", "selfplay.slots=3"});  // does not change the games
  EXPECT_EQ(run_jungle(same).exit_code, 0);
}

TEST(SelfPlay, WhatOnlyARunHasIsRefused) {
  const Fixture fixture;
  for (const std::string option : {"selfplay.earlier_start=0.2", "selfplay.resign=true"}) {
    auto words = fixture.words("out", "1");
    words.insert(words.end(), {"--set", option});
    const ProgramRun refused = run_jungle(words);
    EXPECT_EQ(refused.exit_code, 2) << refused.err;
    EXPECT_NE(refused.err.find(option.substr(0, option.find('=')) + " "), std::string::npos) << refused.err;
    EXPECT_EQ(lines_of(refused.err).size(), 1U) << refused.err;
    EXPECT_FALSE(std::filesystem::exists(fixture.folder.path() / "out"));
  }
}

TEST(SelfPlay, AFolderInUseIsRefused) {
  const Fixture fixture;
  auto words = fixture.words("out", "1");
  words[4] = "100000";
  ChildProcess child(words);
  const auto first_file = fixture.folder.path() / "out/gen-0000-000.npz";
  ASSERT_TRUE(child.kill_when(0, [&] { return std::filesystem::exists(first_file); }));
  const ProgramRun second = run_jungle(fixture.words("out", "1"));
  EXPECT_EQ(second.exit_code, 2);
  EXPECT_NE(second.err.find("out: in use"), std::string::npos) << second.err;
  EXPECT_EQ(lines_of(second.err).size(), 1U) << second.err;
}

TEST(SelfPlay, MoreThanTheMachineHasIsRefusedBeforeAnythingIsMade) {
  const Fixture fixture;
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases = {
      {{"--set", "search.memory_mb=1000000", "--set", "selfplay.slots=4096"}, "search.memory_mb"},
      {{"--games", "1000000000"}, "option --games"}};
  for (const auto& [more, expected] : cases) {
    auto words = fixture.words("out", "1");
    if (more.front() == "--games") words.erase(words.begin() + 3, words.begin() + 5);
    words.insert(words.end(), more.begin(), more.end());
    const ProgramRun refused = run_jungle(words);
    EXPECT_EQ(refused.exit_code, 2) << refused.err;
    EXPECT_NE(refused.err.find(expected), std::string::npos) << refused.err;
    EXPECT_EQ(lines_of(refused.err).size(), 1U) << refused.err;
    EXPECT_FALSE(std::filesystem::exists(fixture.folder.path() / "out"));
  }
}

TEST(SelfPlay, AFileInTheWayOfItsFolderIsRefused) {
  const Fixture fixture;
  fixture.folder.write("out", "dear");
  for (const std::string out : {"out", "out/inside"}) {
    const ProgramRun refused = run_jungle(fixture.words(out, "1"));
    EXPECT_EQ(refused.exit_code, 2) << refused.err;
    EXPECT_NE(refused.err.find("a file is in the way"), std::string::npos) << refused.err;
    EXPECT_EQ(lines_of(refused.err).size(), 1U) << refused.err;
  }
}

TEST(SelfPlay, BadInputIsOneLineAndLeavesNothing) {
  const TemporaryFolder folder;
  const std::string out = folder.path() / "out";
  const std::vector<std::vector<std::string>> cases = {
      {"selfplay", "--net", "nowhere.safetensors", "--games", "2", "--out", out},
      {"selfplay", "--games", "2", "--out", out},
      {"selfplay", "--run", folder.path(), "--games", "2", "--out", out},
      {"selfplay", "--net", "x", "--games", "0", "--out", out}};
  for (const auto& words : cases) {
    const ProgramRun refused = run_jungle(words);
    EXPECT_EQ(refused.exit_code, 2) << refused.err;
    EXPECT_EQ(lines_of(refused.err).size(), 1U) << refused.err;
    EXPECT_FALSE(std::filesystem::exists(out));
  }
}

TEST(ConfigCommand, ChecksEveryShippedRecipeAndSaysWhatItTakes) {
  for (const auto& entry : std::filesystem::directory_iterator(source_folder() / "configs/train")) {
    const ProgramRun run = run_jungle({"config", "check", entry.path()});
    const bool small_machine = run.err.find("too little") != std::string::npos;
    EXPECT_EQ(run.exit_code, small_machine ? 2 : 0) << run.err;
    for (const char* part : {"search trees", "replay window", "shards", "sum"})
      EXPECT_NE(run.out.find(part), std::string::npos) << part;
  }
}

TEST(ConfigCommand, PrintsAConfigurationThatChecks) {
  const TemporaryFolder folder;
  const ProgramRun printed = run_jungle({"config", "train"});
  ASSERT_EQ(printed.exit_code, 0) << printed.err;
  EXPECT_NE(printed.out.find("full_visits = 100"), std::string::npos);
  EXPECT_EQ(run_jungle({"config", "check", folder.write("all.toml", printed.out)}).exit_code, 0);
  const ProgramRun refused =
      run_jungle({"config", "check", folder.write("bad.toml", "[learn]\npases = 3\n")});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_NE(refused.err.find("learn.passes"), std::string::npos) << refused.err;
}

}  // namespace
}  // namespace jungle::test
