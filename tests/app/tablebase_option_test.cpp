// --tablebase and tablebase=, through the program.

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/notation.hpp"
#include "search/tablebase/tablebase.hpp"
#include "tests/app/documents.hpp"
#include "tests/support/small_tablebase.hpp"

namespace jungle::test {
namespace {

using Json = nlohmann::ordered_json;
using Words = std::vector<std::string>;

bool contains(std::string_view text, std::string_view part) { return text.find(part) != text.npos; }

Words joined(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

int plies_of(const SmallTablebase& disk, const char* position) {
  const auto tables = Tablebase::open(disk.path());
  const auto value = (*tables)->probe(*parse_position(position));
  EXPECT_TRUE(value.has_value());
  return value ? value->plies : 0;
}

const Words kAnalyze = {"analyze", "--fen", kWonFarOff, "--player", "ab:depth=1", "--multipv", "1"};

TEST(TablebaseOption, AnalyzeTellsWhatTheTableSaysAndSearchesWithIt) {
  const SmallTablebase disk;
  const int plies = plies_of(disk, kWonFarOff);
  ASSERT_GT(plies, 10);
  const Words words = joined(kAnalyze, {"--tablebase", disk.path()});
  const ProgramRun text = run_jungle(words);
  ASSERT_EQ(text.exit_code, 0) << text.err;
  EXPECT_EQ(text.err, fmt::format("tablebase: {}, 2 pieces\n", disk.path()));
  EXPECT_TRUE(contains(text.out, fmt::format("\ntablebase: win in {} plies (draw rules set aside)\n", plies)))
      << text.out;
  const Json json = Json::parse(run_jungle(joined(words, {"--json"})).out);
  EXPECT_EQ(json["tablebase"], (Json{{"result", "win"}, {"plies", plies}}));
  EXPECT_EQ(json["lines"][0]["proven"], "win");
  EXPECT_EQ(json["lines"][0]["plies_left"], plies);
  std::set<std::string> keys;
  for (const auto& [key, value] : json["tablebase"].items()) keys.insert("tablebase." + key);
  EXPECT_EQ(keys, names_in_tables(section(document("docs/formats.md"), "analyze --tablebase --json")));
}

TEST(TablebaseOption, WhereNoTableHoldsThePositionNothingIsSaidOfIt) {
  const SmallTablebase disk;
  EXPECT_TRUE(Json::parse(run_jungle(joined(kAnalyze, {"--json"})).out)["tablebase"].is_null());
  const ProgramRun start = run_jungle({"analyze", "--player", "ab:depth=1", "--tablebase", disk.path()});
  EXPECT_EQ(start.exit_code, 0) << start.err;
  EXPECT_FALSE(contains(start.out, "tablebase")) << start.out;
}

// Every command that takes one; nothing is written and nothing is played.
TEST(TablebaseOption, WhatIsNoTableForTheRulesIsRefusedInOneLine) {
  const TemporaryFolder folder;
  const SmallTablebase wango;
  const std::string net = folder.path() / "net.safetensors", out = folder.path() / "out";
  ASSERT_EQ(run_jungle({"net", "create", "--config", "c8b1", "--out", net}).exit_code, 0);
  const std::vector<Words> commands = {{"analyze", "--player", "ab:depth=1", "--rules"},
                                       {"play", "--rules"},
                                       {"uci", "--rules"},
                                       {"match", "ab:depth=1", "random", "--pairs", "1", "--rules"},
                                       {"selfplay", "--net", net, "--games", "1", "--out", out, "--config",
                                        source_folder() / "configs/train/smoke.toml", "--set"}};
  for (const Words& command : commands) {
    const std::string rules = command.front() == "selfplay" ? "game.rules=" : "";
    for (const auto& [preset, path, part] :
         {std::tuple{"wango", std::string("/nowhere"), "/nowhere"},
          std::tuple{"panther", wango.path(), "tables of other rules than panther"}}) {
      const ProgramRun run = run_jungle(joined(command, {rules + preset, "--tablebase", path}), "quit\n");
      EXPECT_EQ(run.exit_code, 2) << command.front() << run.err;
      EXPECT_EQ(lines_of(run.err).size(), 1U) << run.err;
      EXPECT_TRUE(contains(run.err, part)) << run.err;
      EXPECT_EQ(run.out, "") << command.front();
      EXPECT_FALSE(std::filesystem::exists(out));
    }
  }
}

TEST(TablebaseOption, DamageThatASearchMeetsIsWarnedOfOnceAndTheSearchGoesOn) {
  const SmallTablebase disk;
  disk.damage();
  for (const char* player : {"ab:depth=4", "mcts:eval=uniform,visits=200,threads=2"}) {
    const ProgramRun run = run_jungle({"analyze", "--fen", kWonFarOff, "--player", player, "--tablebase",
                                       disk.path(), "--multipv", "1", "--json"});
    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_EQ(lines_of(run.err).size(), 2U) << run.err;  // the first is what is used
    EXPECT_TRUE(contains(run.err, "a damaged block; ")) << run.err;
    EXPECT_TRUE(contains(run.err, "; going on without tables")) << run.err;
    const Json json = Json::parse(run.out);
    EXPECT_TRUE(json["tablebase"].is_null());
    EXPECT_EQ(json["lines"].size(), 1U);
  }
}

TEST(TablebaseOption, RecordsAndQueriesHaveToBeOfRulesThatTheTablesServe) {
  const TemporaryFolder folder;
  const SmallTablebase disk;
  const std::string record = "[RuleSet \"{}\"]\n[Result \"*\"]\n\n1. {} *\n\n";
  const std::string kawu = fmt::format(fmt::runtime(record), "kawu", "g3g4");
  const std::string panther = fmt::format(fmt::runtime(record), "panther", "a7a6");
  const Words words = {"analyze", "--player", "ab:depth=1", "--tablebase", disk.path(), "--game"};
  EXPECT_EQ(run_jungle(joined(words, {folder.write("kawu.pgn", kawu)})).exit_code, 0);
  const ProgramRun refused = run_jungle(joined(words, {folder.write("both.pgn", kawu + panther)}));
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_EQ(refused.out, "");
  EXPECT_TRUE(contains(refused.err, "both.pgn: tablebase: ")) << refused.err;

  const ProgramRun service =
      run_jungle({"analyze", "--stdin", "--player", "ab:depth=1", "--tablebase", disk.path()},
                 fmt::format("{{\"id\": 1, \"rules\": \"panther\"}}\n"
                             "{{\"id\": 2, \"rules\": \"kawu\", \"fen\": \"{}\"}}\n",
                             kWonFarOff));
  EXPECT_EQ(service.exit_code, 2) << "one was wrong";
  EXPECT_TRUE(contains(service.out, "{\"id\":1,\"error\":\"rules: tablebase: ")) << service.out;
  EXPECT_TRUE(contains(service.out, "\"tablebase\":{\"result\":\"win\"")) << service.out;
}

// One-ply searches: who has tables wins what is won, who has none does not know how.
TEST(TablebaseOption, AMatchSetsAPlayerWithTablesAgainstOneWithout) {
  const TemporaryFolder folder;
  const SmallTablebase disk;
  const std::string opening = folder.write("openings.txt", fmt::format("{}\n", kWonFarOff));
  const std::string with = fmt::format("ab:depth=1,tablebase=\"{}\"", disk.path());
  const ProgramRun run =
      run_jungle({"match", with, "random", "--opening-file", opening, "--concurrency", "2", "--json"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_TRUE(contains(run.err, fmt::format("tablebase: {}, 2 pieces\n", disk.path()))) << run.err;
  EXPECT_GE(Json::parse(run.out)["wins"], 1) << "with the side that is won";
}

TEST(TablebaseOption, IsRefusedWhereNoPlayerOfAMatchWouldUseIt) {
  const SmallTablebase disk;
  const ProgramRun run =
      run_jungle({"match", "random", "random", "--pairs", "1", "--tablebase", disk.path()});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_TRUE(contains(run.err, "--tablebase: no player needs it")) << run.err;
}

TEST(TablebaseOption, ServesTheComputerAndHintsOfAGame) {
  const SmallTablebase disk;
  const ProgramRun run =
      run_jungle({"play", "--fen", kWonFarOff, "--tablebase", disk.path()}, "hint\na1a2\nquit\n");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_TRUE(run.err.starts_with(fmt::format("tablebase: {}, 2 pieces\n", disk.path()))) << run.err;
  EXPECT_TRUE(contains(run.out, "You stand at 100 %")) << run.out;
  EXPECT_TRUE(contains(run.err, "--tablebase " + disk.path())) << "in the command that goes on: " << run.err;
}

TEST(TablebaseOption, AGameOfOtherRulesIsNotLoadedBesideATable) {
  const TemporaryFolder folder;
  const SmallTablebase disk;
  const std::string file = folder.write("game.pgn",
                                        "[White \"human\"]\n[Black \"ab:depth=1\"]\n[RuleSet \"panther\"]\n"
                                        "[Result \"*\"]\n\n1. a7a6 *\n");
  const ProgramRun later = run_jungle({"play", "--tablebase", disk.path()}, "load " + file + "\nquit\n");
  EXPECT_TRUE(contains(later.out, "Not loaded: tablebase: ")) << later.out;
  const ProgramRun first = run_jungle({"play", "--tablebase", disk.path(), "--load", file});
  EXPECT_EQ(first.exit_code, 2);
  EXPECT_TRUE(contains(first.err, "--load: tablebase: ")) << first.err;
}

}  // namespace
}  // namespace jungle::test
