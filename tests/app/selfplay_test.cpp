#include <gtest/gtest.h>

#include "tests/app/program.hpp"

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
    EXPECT_EQ(run.exit_code, 0) << run.err;
    for (const char* part : {"ok, training configuration", "search trees", "replay window", "shards", "sum"})
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
