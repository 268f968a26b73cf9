// Several lines at once, and what is reported on the way.

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "core/movegen.hpp"
#include "core/notation.hpp"
#include "search/alphabeta/evaluation.hpp"
#include "search/alphabeta/player.hpp"
#include "search/alphabeta/search.hpp"
#include "tests/support/minimax.hpp"
#include "tests/support/positions.hpp"
#include "tests/support/random_positions.hpp"

namespace jungle::alphabeta {
namespace {

std::vector<Score> minimax_scores(Game game, const EvalTables& tables, int depth) {
  // Below the root a win is one ply further away.
  const test::MinimaxScale scale = {.win = kWin - 1, .leaf_for_side_to_move = [&](const Position& position) {
                                      return evaluate(position, tables);
                                    }};
  MoveList legal;
  game.legal_moves(legal);
  std::vector<Score> scores;
  for (const Move move : legal) {
    game.play(move);
    scores.push_back(-test::minimax(game, depth - 1, scale));
    game.undo();
  }
  std::ranges::sort(scores, std::ranges::greater{});
  return scores;
}

TEST(AlphaBetaLines, EachHasTheScoreThatMinimaxGivesItsMove) {
  for (std::string_view name : RuleSet::preset_names()) {
    const RuleSet rules = *RuleSet::preset(name);
    const EvalTables tables(rules);
    Rng rng({61});
    for (int compared = 0; compared < 8;) {
      const Game game(rules, test::random_sparse_position(rng));
      if (!game.outcome().is_ongoing()) continue;
      const int depth = 1 + compared++ % 4;
      Memory memory(0);
      Stopper stopper({}, {});
      Search search(game, {.table_mb = 0, .exact = true}, tables, memory, stopper, kMaxMoves);
      for (int i = 1; i <= depth; ++i) ASSERT_TRUE(search.deepen(i));
      std::vector<Score> scores;
      for (const RootLine& line : search.lines()) scores.push_back(line.score);
      EXPECT_EQ(scores, minimax_scores(game, tables, depth)) << to_string(game.position());
    }
  }
}

void expect_lines(const Game& game, const Decision& decision, std::size_t count) {
  ASSERT_EQ(decision.lines.size(), count);
  EXPECT_EQ(decision.lines.front().root.move, decision.move);
  EXPECT_EQ(decision.lines.front().moves, decision.principal_variation);
  std::vector<Move> firsts;
  for (const SearchLine& line : decision.lines) {
    ASSERT_FALSE(line.moves.empty());
    EXPECT_EQ(line.moves.front(), line.root.move);
    EXPECT_EQ(std::ranges::count(firsts, line.root.move), 0) << "twice";
    firsts.push_back(line.root.move);
    Game along = game;
    for (const Move move : line.moves) {
      ASSERT_TRUE(along.outcome().is_ongoing() && is_legal(along.position(), along.rules(), move));
      along.play(move);
    }
  }
}

TEST(AlphaBetaLines, AreSortedAndLegalOnEveryFixedPosition) {
  for (const test::FixedPosition& fixed : test::fixed_positions()) {
    const Game game(fixed.rules(), fixed.position());
    MoveList legal;
    game.legal_moves(legal);
    if (legal.size() < 2) continue;
    AlphaBetaPlayer player("ab", {.table_mb = 1});
    player.set_reports({.lines = 3, .on_report = {}});
    const Decision decision = player.choose_move(game, {.depth = 6}, {});
    expect_lines(game, decision, std::min<std::size_t>(3, static_cast<std::size_t>(legal.size())));
    for (std::size_t i = 1; i < decision.lines.size(); ++i)
      EXPECT_GE(decision.lines[i - 1].wdl_for_side_to_move.value(),
                decision.lines[i].wdl_for_side_to_move.value())
          << fixed.name;
  }
}

TEST(AlphaBetaLines, OneLineIsTheSameSearchAsNone) {
  const Game game{RuleSet()};
  AlphaBetaPlayer silent("ab"), talking("ab");
  int reports = 0;
  talking.set_reports({.lines = 1, .on_report = [&](const Decision&) { ++reports; }});
  const Decision expected = silent.choose_move(game, {.nodes = 50000}, {});
  const Decision decision = talking.choose_move(game, {.nodes = 50000}, {});
  EXPECT_EQ(decision.move, expected.move);
  EXPECT_EQ(decision.depth, expected.depth);
  EXPECT_EQ(decision.principal_variation, expected.principal_variation);
  EXPECT_TRUE(expected.lines.empty());
  EXPECT_EQ(reports, decision.depth);
}

TEST(AlphaBetaLines, AreReportedAfterEachDepth) {
  const Game game{RuleSet()};
  AlphaBetaPlayer player("ab");
  std::vector<int> depths;
  std::int64_t nodes = 0;
  player.set_reports({.lines = 4, .on_report = [&](const Decision& decision) {
                        depths.push_back(decision.depth);
                        EXPECT_GT(decision.nodes, nodes);
                        nodes = decision.nodes;
                        expect_lines(game, decision, 4);
                      }});
  player.choose_move(game, {.depth = 5}, {});
  EXPECT_EQ(depths, (std::vector{1, 2, 3, 4, 5}));
}

// The node limit falls into the middle of a line: those of the last finished depth stand in.
TEST(AlphaBetaLines, AreCompleteWhereverTheSearchStops) {
  const Game game{RuleSet()};
  for (std::int64_t nodes = 2000; nodes < 40000; nodes += 1777) {
    AlphaBetaPlayer player("ab");
    player.set_reports({.lines = 5, .on_report = {}});
    expect_lines(game, player.choose_move(game, {.nodes = nodes}, {}), 5);
  }
}

TEST(AlphaBetaLines, AWinDoesNotEndTheSearchForTheOthers) {
  // The dog enters the den at once, or the rat goes for a walk.
  const Game game(RuleSet(), *parse_position("c6/3D3/7/7/7/7/R6/e6/7 r 0 1"));
  AlphaBetaPlayer player("ab");
  player.set_reports({.lines = 2, .on_report = {}});
  const Decision decision = player.choose_move(game, {.depth = 4}, {});
  ASSERT_EQ(decision.lines.size(), 2U);
  EXPECT_EQ(decision.lines[0].root.proven, 1);
  EXPECT_EQ(decision.lines[0].plies_left, 1);
  EXPECT_EQ(decision.lines[1].root.proven, 1);
  EXPECT_EQ(decision.lines[1].plies_left, 3) << "one move later";
}

TEST(AlphaBetaLines, ASingleLegalMoveIsSearchedWhereAnalysisAsksForIt) {
  const Game game(RuleSet(), *parse_position("7/7/7/7/7/7/7/E6/c5R b 0 1"));
  AlphaBetaPlayer player("ab");
  player.set_reports({.lines = 2, .on_report = {}});
  const Decision decision = player.choose_move(game, {.depth = 4, .search_single_move = true}, {});
  EXPECT_GT(decision.nodes, 0);
  expect_lines(game, decision, 1);
}

}  // namespace
}  // namespace jungle::alphabeta
