#include "selfplay/run_directory.hpp"

#include <fstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/util/file.hpp"
#include "tests/selfplay/test_runs.hpp"

namespace jungle {
namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& path) { return *read_file(path, 1 << 20); }

TEST(RunDirectory, BeginsWithAManifestThatEchoesTheConfiguration) {
  const fs::path path = fresh_folder() / "run";
  const auto run = RunDirectory::open(path, tiny_config(), {{"commit", "abc"}});
  ASSERT_TRUE(run) << run.error();
  EXPECT_FALSE(run->checkpoint());
  const auto manifest = nlohmann::json::parse(text_of(path / "manifest.json"));
  EXPECT_EQ(manifest["commit"], "abc");
  EXPECT_EQ(manifest["config"]["selfplay.games"], 10);
  EXPECT_EQ(manifest["config"]["game.rules"]["repetition"], "third_is_draw");
}

TEST(RunDirectory, IsLockedWhileInUse) {
  const fs::path path = fresh_folder() / "run";
  {
    const auto first = RunDirectory::open(path, tiny_config(), {});
    ASSERT_TRUE(first);
    const auto second = RunDirectory::open(path, tiny_config(), {});
    ASSERT_FALSE(second);
    EXPECT_NE(second.error().find("in use"), std::string::npos);
  }
  EXPECT_TRUE(RunDirectory::open(path, tiny_config(), {}));
}

TEST(RunDirectory, RefusesAnotherConfigurationAndNamesTheOptions) {
  const fs::path path = fresh_folder() / "run";
  ASSERT_TRUE(RunDirectory::open(path, tiny_config(), {}));
  TrainConfig other = tiny_config();
  other.learn.passes = 8;
  other.rules = *RuleSet::preset("kawu");
  const auto refused = RunDirectory::open(path, other, {});
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().find("learn.passes (1, now 8)"), std::string::npos) << refused.error();
  EXPECT_NE(refused.error().find("no_capture_draw_plies (0, now 200)"), std::string::npos) << refused.error();
}

TEST(RunDirectory, AllowsWhatDoesNotChangeResults) {
  const fs::path path = fresh_folder() / "run";
  ASSERT_TRUE(RunDirectory::open(path, tiny_config(), {}));
  TrainConfig other = tiny_config();
  other.selfplay.slots = 3;
  other.match.games = 10;
  EXPECT_TRUE(RunDirectory::open(path, other, {}));
}

TEST(RunDirectory, RefusesAFolderThatIsSomethingElse) {
  const fs::path path = fresh_folder();
  std::ofstream(path / "letters.txt") << "dear";
  const auto refused = RunDirectory::open(path, tiny_config(), {});
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().find("not a run directory"), std::string::npos);
  EXPECT_FALSE(fs::exists(path / "manifest.json"));
}

TEST(RunDirectory, ResumesFromTheLastCommitAndCutsTheMetricsToIt) {
  const fs::path path = fresh_folder() / "run";
  {
    auto run = RunDirectory::open(path, tiny_config(), {});
    ASSERT_TRUE(run);
    run->append_metrics({{"line", 1}});
    std::ofstream(run->net(1)) << "net";
    std::ofstream(run->optimizer(0)) << "old";
    std::ofstream(run->optimizer(1)) << "new";
    run->commit({.generation = 1,
                 .best_generation = 1,
                 .steps = 5,
                 .samples = 9,
                 .weights_hash = 0xffffffffffffffff});
    run->append_metrics({{"line", 2}});  // of a generation that never finished
  }
  const auto run = RunDirectory::open(path, tiny_config(), {});
  ASSERT_TRUE(run) << run.error();
  ASSERT_TRUE(run->checkpoint());
  EXPECT_EQ(run->checkpoint()->steps, 5);
  EXPECT_EQ(run->checkpoint()->weights_hash, 0xffffffffffffffff);
  EXPECT_EQ(text_of(path / "metrics.jsonl"), "{\"line\":1}\n");
  EXPECT_FALSE(fs::exists(run->optimizer(0)));
  EXPECT_TRUE(fs::exists(run->optimizer(1)));
  EXPECT_EQ(fs::read_symlink(path / "nets/best"), fs::path("gen-0001.safetensors"));
}

TEST(RunDirectory, AnInstantKillLeavesAFolderThatStillBegins) {
  const fs::path path = fresh_folder();
  std::ofstream(temporary_name(path / "manifest.json")) << "{ half";
  EXPECT_TRUE(RunDirectory::open(path, tiny_config(), {}));
}

TEST(RunDirectory, TellsTheConfigurationItWasBegunWith) {
  const fs::path path = fresh_folder() / "run";
  ASSERT_TRUE(RunDirectory::open(path, tiny_config(), {}));
  const auto config = config_of_run(path);
  ASSERT_TRUE(config) << config.error();
  EXPECT_EQ(config->selfplay.games, 10);
  EXPECT_FALSE(config_of_run(path / "nowhere"));
}

}  // namespace
}  // namespace jungle
