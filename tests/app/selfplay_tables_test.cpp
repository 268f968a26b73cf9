// Self-play with endgame tables: games that they end, records that say so.

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/app/program.hpp"
#include "tests/support/small_tablebase.hpp"

namespace jungle::test {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

bool contains(std::string_view text, std::string_view part) { return text.find(part) != text.npos; }

// Games from few animals: of so many, some come to two.
struct Fixture {
  TemporaryFolder folder;
  SmallTablebase disk;
  std::string net = folder.path() / "net.safetensors";
  Fixture() { EXPECT_EQ(run_jungle({"net", "create", "--config", "c8b1", "--out", net}).exit_code, 0); }

  std::string at(const std::string& name) const { return folder.path() / name; }
  ProgramRun play(const std::string& out, const Words& more) const {
    Words words = {"selfplay",
                   "--net",
                   net,
                   "--games",
                   "600",
                   "--out",
                   at(out),
                   "--config",
                   source_folder() / "configs/train/smoke.toml",
                   "--set",
                   "selfplay.random_start_first=1",
                   "--set",
                   "selfplay.games_per_shard=300",
                   "--json"};
    words.insert(words.end(), more.begin(), more.end());
    return run_jungle(words);
  }
};

TEST(SelfPlayTables, EndGamesWhenAskedToAndTheRecordsSayWhich) {
  const Fixture fixture;
  const Words adjudicate = {"--tablebase", fixture.disk.path(), "--adjudicate"};
  const ProgramRun run = fixture.play("games", adjudicate);
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_TRUE(contains(run.err, "tablebase: " + fixture.disk.path() + ", 2 pieces\n")) << run.err;
  const int adjudicated = nlohmann::json::parse(run.out)["adjudicated"];
  EXPECT_GT(adjudicated, 0);
  EXPECT_LT(adjudicated, 600);
  const ProgramRun stats = run_jungle({"data", "stats", fixture.at("games"), "--json"});
  EXPECT_EQ(nlohmann::json::parse(stats.out)["adjudicated"], adjudicated);
  EXPECT_EQ(run_jungle({"data", "check", fixture.at("games")}).exit_code, 0);
  std::string text;
  for (const auto& entry : fs::directory_iterator(fixture.at("games")))
    if (entry.path().extension() == ".pgn") text += read_text(entry.path());
  int records = 0;
  for (const std::string& line : lines_of(text)) records += line == "[Termination \"adjudication\"]" ? 1 : 0;
  EXPECT_EQ(records, adjudicated);
}

TEST(SelfPlayTables, GamesDontDependOnThreadsNorOnWhereTheTablesLie) {
  const Fixture fixture;
  const std::string elsewhere = fixture.at("elsewhere");
  fs::copy(fixture.disk.path(), elsewhere);
  ASSERT_EQ(
      fixture.play("one", {"--tablebase", fixture.disk.path(), "--adjudicate", "--threads", "1"}).exit_code,
      0);
  ASSERT_EQ(fixture.play("two", {"--tablebase", elsewhere, "--adjudicate", "--threads", "2"}).exit_code, 0);
  for (const auto& entry : fs::directory_iterator(fixture.at("one")))
    EXPECT_TRUE(read_text(entry.path()) == read_text(fs::path(fixture.at("two")) / entry.path().filename()))
        << entry.path();
}

TEST(SelfPlayTables, AFolderHoldsGamesWithTheSameTablesAlone) {
  const Fixture fixture;
  ASSERT_EQ(fixture.play("games", {"--tablebase", fixture.disk.path()}).exit_code, 0);
  const std::vector<Words> others = {
      {},
      {"--tablebase", fixture.disk.path(), "--adjudicate"},
      {"--tablebase", fixture.disk.path(), "--set", "selfplay.tablebase_pieces=1"}};
  for (const Words& other : others) {
    const ProgramRun refused = fixture.play("games", other);
    EXPECT_EQ(refused.exit_code, 2) << refused.err;
    EXPECT_TRUE(contains(refused.err, "other settings")) << refused.err;
  }
}

TEST(SelfPlayTables, AdjudicationWithoutTablesIsRefused) {
  const Fixture fixture;
  const ProgramRun refused = fixture.play("games", {"--adjudicate"});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_TRUE(contains(refused.err, "selfplay.adjudicate needs selfplay.tablebase")) << refused.err;
  EXPECT_FALSE(fs::exists(fixture.at("games")));
}

}  // namespace
}  // namespace jungle::test
