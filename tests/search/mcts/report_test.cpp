// The lines of a decision, and what a running search reports.

#include <algorithm>
#include <stdexcept>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "core/movegen.hpp"
#include "tests/search/mcts/support.hpp"

namespace jungle {
namespace {

using test::game_from;
using test::make_player;
using test::Opinion;

void expect_line(const Game& game, const SearchLine& line) {
  ASSERT_FALSE(line.moves.empty());
  EXPECT_EQ(line.moves.front(), line.root.move);
  EXPECT_TRUE(line.root.visits > 0 || line.root.proven != 0);
  const Wdl& wdl = line.wdl_for_side_to_move;
  EXPECT_NEAR(wdl.win + wdl.draw + wdl.loss, 1.0F, 1e-4F);
  Game along = game;
  for (const Move move : line.moves) {
    ASSERT_TRUE(along.outcome().is_ongoing() && is_legal(along.position(), along.rules(), move));
    along.play(move);
  }
}

TEST(MctsLines, AreTheBestRootMovesWithTheirOwnValues) {
  const Game game{RuleSet()};
  auto player = make_player(Opinion::kHash);
  player->set_reports({.lines = 4, .on_report = {}});
  const Decision decision = player->choose_move(game, {.visits = 3000}, {});
  ASSERT_EQ(decision.lines.size(), 4U);
  EXPECT_EQ(decision.lines.front().moves, decision.principal_variation);
  for (std::size_t i = 0; i < decision.lines.size(); ++i) {
    const SearchLine& line = decision.lines[i];
    expect_line(game, line);
    EXPECT_EQ(line.root.move, decision.root_moves[i].move);
    EXPECT_EQ(line.root.prior, decision.root_moves[i].prior);
    EXPECT_NEAR(line.wdl_for_side_to_move.value(), line.root.mean_value, 1e-4F);
    EXPECT_GT(line.plies_left, 0);
  }
}

TEST(MctsLines, AreNoMoreThanWereSearched) {
  auto player = make_player(Opinion::kHash);
  player->set_reports({.lines = kMaxMoves, .on_report = {}});
  EXPECT_LE(player->choose_move(Game(RuleSet()), {.visits = 5}, {}).lines.size(), 4U);
}

TEST(MctsLines, AProvenWinSaysInHowManyPlies) {
  const Game game = game_from("c6/3D3/7/7/7/7/R6/e6/7 r 0 1");
  auto player = make_player(Opinion::kUniform);
  player->set_reports({.lines = 2, .on_report = {}});
  const Decision decision = player->choose_move(game, {.visits = 100}, {});
  ASSERT_FALSE(decision.lines.empty());
  EXPECT_EQ(decision.lines[0].wdl_for_side_to_move, (Wdl{1, 0, 0}));
  EXPECT_EQ(decision.lines[0].plies_left, 1);
}

TEST(MctsReports, ComeAsVisitsDoubleAndChangeNothing) {
  const Game game{RuleSet()};
  auto silent = make_player(Opinion::kHash);
  auto talking = make_player(Opinion::kHash);
  std::int64_t last = 0;
  int reports = 0;
  talking->set_reports({.lines = 3, .on_report = [&](const Decision& decision) {
                          ++reports;
                          EXPECT_GT(decision.nodes, last);
                          last = decision.nodes;
                          EXPECT_LE(decision.lines.size(), 3U);
                          for (const SearchLine& line : decision.lines) expect_line(game, line);
                        }});
  const Decision expected = silent->choose_move(game, {.visits = 2000}, {});
  const Decision decision = talking->choose_move(game, {.visits = 2000}, {});
  EXPECT_GE(reports, 5) << "64, 128, ..., 1024; more on a slow machine";
  EXPECT_EQ(decision.move, expected.move);
  EXPECT_EQ(decision.wdl_for_side_to_move, expected.wdl_for_side_to_move);
  EXPECT_EQ(decision.principal_variation, expected.principal_variation);
  EXPECT_TRUE(expected.lines.empty());
}

TEST(MctsReports, ComeFromTheCallersThreadWhileOthersSearch) {
  const test::Watchdog watchdog;
  auto player = make_player(Opinion::kHash, {.batch = 4, .memory_mb = 64}, 3);
  Game game{RuleSet()};
  int reports = 0;
  player->set_reports(
      {.lines = 5, .on_report = [&, caller = std::this_thread::get_id()](const Decision& now) {
         ++reports;
         EXPECT_EQ(std::this_thread::get_id(), caller);
         for (const SearchLine& line : now.lines) expect_line(game, line);
       }});
  for (int i = 0; i < 6 && game.outcome().is_ongoing(); ++i)
    game.play(player->choose_move(game, {.visits = 4000}, {}).move);
  EXPECT_GE(reports, 6);
  test::check_visits(player->tree());
}

TEST(MctsReports, AnExceptionOfTheirsLeavesTheSearch) {
  auto player = make_player(Opinion::kHash, {.memory_mb = 64}, 2);
  player->set_reports({.lines = 1, .on_report = [](const Decision&) { throw std::runtime_error("no"); }});
  EXPECT_THROW(player->choose_move(Game(RuleSet()), {.infinite = true}, {}), std::runtime_error);
  player->set_reports({});
  EXPECT_EQ(player->choose_move(Game(RuleSet()), {.visits = 100}, {}).nodes, 100);
}

TEST(MctsReports, ASingleLegalMoveIsSearchedWhereAnalysisAsksForIt) {
  auto player = make_player(Opinion::kHash);
  player->set_reports({.lines = 2, .on_report = {}});
  const Game game = game_from("7/7/7/7/7/7/7/E6/c5R b 0 1");
  const Decision decision = player->choose_move(game, {.visits = 200, .search_single_move = true}, {});
  EXPECT_GT(decision.nodes, 1);
  EXPECT_EQ(decision.lines.size(), 1U);
}

}  // namespace
}  // namespace jungle
