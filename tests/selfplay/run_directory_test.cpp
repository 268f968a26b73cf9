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
  const auto run = RunDirectory::open(path, tiny_config(), {{"commit", "abc"}}, tiny_net());
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
    const auto first = RunDirectory::open(path, tiny_config(), {}, tiny_net());
    ASSERT_TRUE(first);
    const auto second = RunDirectory::open(path, tiny_config(), {}, tiny_net());
    ASSERT_FALSE(second);
    EXPECT_NE(second.error().find("in use"), std::string::npos);
  }
  EXPECT_TRUE(RunDirectory::open(path, tiny_config(), {}, tiny_net()));
}

TEST(RunDirectory, ItsGamesHaveNoOtherWriter) {
  const fs::path path = fresh_folder() / "run";
  {
    const auto run = RunDirectory::open(path, tiny_config(), {}, tiny_net());
    ASSERT_TRUE(run) << run.error();
    EXPECT_FALSE(FolderLock::take(path / "games"));
  }
  const auto writer = FolderLock::take(path / "games");
  ASSERT_TRUE(writer);
  const auto refused = RunDirectory::open(path, tiny_config(), {}, tiny_net());
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().find("games: in use"), std::string::npos) << refused.error();
}

TEST(RunDirectory, RefusesAnotherConfigurationAndNamesTheOptions) {
  const fs::path path = fresh_folder() / "run";
  ASSERT_TRUE(RunDirectory::open(path, tiny_config(), {}, tiny_net()));
  TrainConfig other = tiny_config();
  other.learn.passes = 8;
  other.rules = *RuleSet::preset("kawu");
  const auto refused = RunDirectory::open(path, other, {}, tiny_net());
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().find("learn.passes (1, now 8)"), std::string::npos) << refused.error();
  EXPECT_NE(refused.error().find("no_capture_draw_plies (0, now 200)"), std::string::npos) << refused.error();
}

TEST(RunDirectory, AllowsWhatDoesNotChangeResults) {
  const fs::path path = fresh_folder() / "run";
  ASSERT_TRUE(RunDirectory::open(path, tiny_config(), {}, tiny_net()));
  TrainConfig other = tiny_config();
  other.selfplay.slots = 3;
  other.match.games = 10;
  EXPECT_TRUE(RunDirectory::open(path, other, {}, tiny_net()));
}

TEST(RunDirectory, RefusesAFolderThatIsSomethingElse) {
  const fs::path path = fresh_folder();
  std::ofstream(path / "letters.txt") << "dear";
  const auto refused = RunDirectory::open(path, tiny_config(), {}, tiny_net());
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().find("not a run directory"), std::string::npos);
  EXPECT_FALSE(fs::exists(path / "manifest.json"));
}

TEST(RunDirectory, ResumesFromTheLastCommitAndCutsTheMetricsToIt) {
  const fs::path path = fresh_folder() / "run";
  {
    auto run = RunDirectory::open(path, tiny_config(), {}, tiny_net());
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
  auto run = RunDirectory::open(path, tiny_config(), {}, tiny_net());
  ASSERT_TRUE(run) << run.error();
  ASSERT_TRUE(run->checkpoint());
  EXPECT_NE(text_of(path / "metrics.jsonl"), "{\"line\":1}\n") << "opening only reads";
  run->settle();
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
  EXPECT_TRUE(RunDirectory::open(path, tiny_config(), {}, tiny_net()));
}

TEST(RunDirectory, HasItsFirstNetBeforeItsManifest) {
  const fs::path path = fresh_folder() / "run";
  const auto first_net = [&] { return weights_hash(*load_weights(path / "nets/gen-0000.safetensors")); };
  ASSERT_TRUE(RunDirectory::open(path, tiny_config(), {}, tiny_net()));
  EXPECT_EQ(first_net(), weights_hash(tiny_net()));
  // Killed after the net and before the manifest: no run yet, so another beginning is free to replace it.
  fs::remove(path / "manifest.json");
  const NetWeights other = random_weights(tiny_config().net, 12);
  ASSERT_TRUE(RunDirectory::open(path, tiny_config(), {}, other));
  EXPECT_EQ(first_net(), weights_hash(other));
  // Killed after the manifest: the net it began with stays, whatever is given now.
  ASSERT_TRUE(RunDirectory::open(path, tiny_config(), {}, tiny_net()));
  EXPECT_EQ(first_net(), weights_hash(other));
}

TEST(RunDirectory, FilesOfWrongTypesAreRefusedInOneLine) {
  const fs::path path = fresh_folder();
  const auto refusal = [&] {
    const auto run = RunDirectory::open(path, tiny_config(), {}, tiny_net());
    return run ? std::string("none") : run.error();
  };
  ASSERT_EQ(refusal(), "none");
  const std::string good = R"({"generation": 0, "best_generation": 0, "steps": 0, "samples": 0,)"
                           R"( "weights_hash": "00000000000000ff", "optimizer_hash": "0000000000000000",)"
                           R"( "metrics_bytes": 0})";
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string text = good;
    text.replace(text.find(from), from.size(), to);
    return text;
  };
  const std::vector<std::pair<std::string, std::string>> checkpoints = {
      {good, "none"},
      {"[]", "not a JSON object"},
      {with("\"steps\": 0", "\"steps\": \"many\""), "\"steps\" is not a whole number"},
      {with("\"samples\": 0", "\"samples\": -1"), "\"samples\" is not a whole number"},
      {with("\"generation\": 0", "\"generation\": 1e9"), "\"generation\" is not a whole number"},
      {with("\"best_generation\": 0", "\"best_generation\": 1"), "exceeds"},
      {with("00ff", "00fg"), "16 hex digits"},
      {with("\"00000000000000ff\"", "255"), "16 hex digits"}};
  for (const auto& [text, expected] : checkpoints) {
    std::ofstream(path / "checkpoint.json") << text;
    const std::string error = refusal();
    EXPECT_NE(error.find(expected), std::string::npos) << text << ": " << error;
    EXPECT_EQ(error.find("exception"), std::string::npos) << error;
  }
  fs::remove(path / "checkpoint.json");
  fs::create_directory(path / "metrics.jsonl");
  EXPECT_NE(refusal().find("metrics.jsonl: missing or not a file"), std::string::npos) << refusal();
  std::ofstream(path / "manifest.json") << R"({"format": 7, "version": "one"})";
  for (const std::string& error : {refusal(), config_of_run(path).error()})
    EXPECT_NE(error.find("expected format jungle-run version 1"), std::string::npos) << error;
}

TEST(RunDirectory, ALostCheckpointIsNotTakenForABeginning) {
  const fs::path path = fresh_folder() / "run";
  {
    auto run = RunDirectory::open(path, tiny_config(), {}, tiny_net());
    ASSERT_TRUE(run) << run.error();
    run->commit({});
    run->append_metrics({{"line", 1}});
    run->commit({.generation = 1, .steps = 5});
  }
  const std::string metrics = text_of(path / "metrics.jsonl");
  fs::rename(path / "checkpoint.json", path / "elsewhere.json");
  const auto refused = RunDirectory::open(path, tiny_config(), {}, tiny_net());
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().find("checkpoint.json: missing"), std::string::npos) << refused.error();
  EXPECT_EQ(text_of(path / "metrics.jsonl"), metrics);
  fs::rename(path / "elsewhere.json", path / "checkpoint.json");
  EXPECT_TRUE(RunDirectory::open(path, tiny_config(), {}, tiny_net()));
}

TEST(RunDirectory, ADamagedTrainerStateIsRefused) {
  const fs::path path = fresh_folder() / "run";
  fs::path state;
  {
    auto run = RunDirectory::open(path, tiny_config(), {}, tiny_net());
    ASSERT_TRUE(run) << run.error();
    state = run->optimizer(1);
    std::ofstream(state) << "moments";
    run->commit({.generation = 1, .steps = 5});
  }
  const auto opens = [&] {
    return static_cast<bool>(RunDirectory::open(path, tiny_config(), {}, tiny_net()));
  };
  EXPECT_TRUE(opens());
  std::ofstream(state) << "momentz";
  EXPECT_FALSE(opens());
  fs::remove(state);
  EXPECT_FALSE(opens());
  std::ofstream(state) << "moments";
  EXPECT_TRUE(opens());
}

TEST(RunDirectory, TellsTheConfigurationItWasBegunWith) {
  const fs::path path = fresh_folder() / "run";
  ASSERT_TRUE(RunDirectory::open(path, tiny_config(), {}, tiny_net()));
  const auto config = config_of_run(path);
  ASSERT_TRUE(config) << config.error();
  EXPECT_EQ(config->selfplay.games, 10);
  EXPECT_FALSE(config_of_run(path / "nowhere"));
}

}  // namespace
}  // namespace jungle
