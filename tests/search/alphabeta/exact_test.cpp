// Exact mode against plain minimax.

#include <gtest/gtest.h>

#include "core/notation.hpp"
#include "search/alphabeta/search.hpp"
#include "tests/support/minimax.hpp"
#include "tests/support/positions.hpp"
#include "tests/support/random_positions.hpp"

namespace jungle::alphabeta {
namespace {

Score exact_score(const Game& game, const EvalTables& tables, int depth) {
  Memory memory(0);
  Stopper stopper({}, {});
  Search search(game, {.table_mb = 0, .exact = true}, tables, memory, stopper);
  for (int i = 1; i <= depth; ++i) EXPECT_TRUE(search.deepen(i));
  return search.score();
}

void expect_equal(Game game, const EvalTables& tables, int depth) {
  const test::MinimaxScale scale = {.win = kWin, .leaf_for_side_to_move = [&](const Position& position) {
                                      return evaluate(position, tables);
                                    }};
  const Score expected = test::minimax(game, depth, scale);
  EXPECT_EQ(exact_score(game, tables, depth), expected)
      << game.rules().name() << " depth " << depth << " after " << game.plies()
      << " plies: " << to_string(game.position());
}

TEST(ExactAlphaBeta, EqualsMinimaxOnSparsePositionsUnderEveryRuleSet) {
  for (const RuleSet& rules : test::conformance_rule_sets()) {
    const EvalTables tables(rules);
    Rng rng({21});
    int compared = 0;
    while (compared < 24) {
      const Game game(rules, test::random_sparse_position(rng));
      if (!game.outcome().is_ongoing()) continue;
      expect_equal(game, tables, 1 + compared % 4);
      ++compared;
    }
  }
}

TEST(ExactAlphaBeta, EqualsMinimaxInGamesFromTheStart) {
  for (std::string_view name : RuleSet::preset_names()) {
    const RuleSet rules = *RuleSet::preset(name);
    const EvalTables tables(rules);
    Rng rng({22});
    for (const Position& position : test::random_game_positions(rules, 120, rng)) {
      if (rng.below(10) != 0) continue;
      const Game game(rules, position);
      if (game.outcome().is_ongoing()) expect_equal(game, tables, 1 + static_cast<int>(rng.below(3)));
    }
  }
}

// Both sides walk to and fro with a few animals: the same boards come again and again.
TEST(ExactAlphaBeta, EqualsMinimaxWherePositionsRepeat) {
  const RuleSet rules = *RuleSet::preset("wango");
  const EvalTables tables(rules);
  Rng rng({23});
  int repeated = 0;
  for (int i = 0; i < 60; ++i) {
    Game game(rules, *parse_position("7/7/2r4/7/3l3/7/7/5T1/R6 r 0 1"));
    for (int ply = 0; ply < 14 && game.outcome().is_ongoing(); ++ply) {
      if (ply >= 6) {
        expect_equal(game, tables, 4);
        repeated += game.repetitions();
      }
      Move move = test::random_move(game.position(), rules, rng);
      if (ply >= 2 && rng.below(4) != 0) {  // back where this side came from
        const Move last = game.moves()[static_cast<std::size_t>(ply - 2)];
        const Move back(last.to(), last.from());
        MoveList legal;
        game.legal_moves(legal);
        if (std::ranges::find(legal, back) != legal.end()) move = back;
      }
      game.play(move);
    }
  }
  EXPECT_GT(repeated, 30);
}

TEST(ExactAlphaBeta, EqualsMinimaxNearTheNoCaptureLimitAndTheLength) {
  for (std::string_view name : {"kawu", "halfmove60", "wikipedia", "leiden"}) {
    const RuleSet preset = *RuleSet::preset(name);
    const EvalTables tables(preset);
    Rng rng({24});
    for (int i = 0; i < 12; ++i) {
      const RuleSet rules = i % 2 == 0 ? preset : preset.with_max_plies(3);
      std::string text = to_string(test::random_sparse_position(rng));
      text.resize(text.find(' ') + 2);  // board and side
      const int limit = std::max(rules.fields().no_capture_draw_plies, 10);
      text += " " + std::to_string(limit - 1 - i % 4) + " 90";
      const Game game(rules, *parse_position(text));
      if (game.outcome().is_ongoing()) expect_equal(game, tables, 4);
    }
  }
}

}  // namespace
}  // namespace jungle::alphabeta
