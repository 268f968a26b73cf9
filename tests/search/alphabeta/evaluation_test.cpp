#include "search/alphabeta/evaluation.hpp"

#include <gtest/gtest.h>

#include "core/game.hpp"
#include "core/notation.hpp"
#include "core/symmetry.hpp"
#include "tests/support/positions.hpp"
#include "tests/support/random_positions.hpp"

namespace jungle::alphabeta {
namespace {

Score score_of(std::string_view text, const EvalTables& tables) {
  return evaluate(*parse_position(text), tables);
}

TEST(Evaluation, IsBlindToMirrorAndSideSwap) {
  for (const RuleSet& rules : test::conformance_rule_sets()) {
    const EvalTables tables(rules);
    Rng rng({11});
    for (int i = 0; i < 300; ++i) {
      const Position position =
          i % 2 == 0 ? test::random_sparse_position(rng) : test::random_crowded_position(rng);
      const Score score = evaluate(position, tables);
      EXPECT_EQ(evaluate(mirrored(position), tables), score) << rules.name() << " " << to_string(position);
      EXPECT_EQ(evaluate(side_swapped(position), tables), score)
          << rules.name() << " " << to_string(position);
    }
  }
}

TEST(Evaluation, KeptUpMoveByMoveEqualsTheOneFromNothing) {
  for (std::string_view name : RuleSet::preset_names()) {
    const RuleSet rules = *RuleSet::preset(name);
    const EvalTables tables(rules);
    Rng rng({12});
    Game game(rules);
    EvalState state = EvalState::of(game.position(), tables);
    int captures = 0;
    while (game.outcome().is_ongoing() && game.plies() < 400) {
      const Position before = game.position();
      const Move move = test::random_move(before, rules, rng);
      const Side us = before.side_to_move();
      state.move(us, before.piece_at(move.from())->animal, move, tables);
      if (const auto victim = before.piece_at(move.to())) {
        state.take(!us, victim->animal, move.to(), tables);
        ++captures;
      }
      game.play(move);
      ASSERT_EQ(state, EvalState::of(game.position(), tables));
      ASSERT_EQ(evaluate(game.position(), state, tables), evaluate(game.position(), tables));
    }
    EXPECT_GT(captures, 0) << name;
  }
}

TEST(Evaluation, StaysWithinItsBoundOnAnyMaterial) {
  const EvalTables tables{RuleSet()};
  Rng rng({13});
  for (int i = 0; i < 2000; ++i) {
    const Score score = evaluate(test::random_sparse_position(rng), tables);
    EXPECT_LE(std::abs(score), kMaxEval);
  }
}

TEST(Evaluation, AnElephantIsWorthMoreOnceTheEnemyRatIsGone) {
  const EvalTables tables{RuleSet()};
  const Score with_rat = score_of("r6/4c2/7/7/7/7/7/2C4/6E r 0 1", tables);
  const Score with_cat = score_of("w6/4c2/7/7/7/7/7/2C4/6E r 0 1", tables);
  const Score lion_and_rat = score_of("r6/4c2/7/7/7/7/7/2C4/6L r 0 1", tables);
  const Score lion_and_wolf = score_of("w6/4c2/7/7/7/7/7/2C4/6L r 0 1", tables);
  // Against a wolf instead of a rat the elephant gains more than a lion does.
  EXPECT_GT(with_cat - with_rat, lion_and_wolf - lion_and_rat);
}

TEST(Evaluation, ARatIsWorthMoreWhileTheEnemyElephantLives) {
  const EvalTables tables{RuleSet()};
  const auto rat_is_worth = [&](char enemy) {
    const std::string rest = std::string("/7/7/7/7/7/7/6L/");
    const std::string top = std::string(1, enemy) + "6";
    return score_of(top + rest + "R6 r 0 1", tables) - score_of(top + rest + "7 r 0 1", tables);
  };
  EXPECT_GT(rat_is_worth('e'), rat_is_worth('t'));
}

TEST(Evaluation, LikesAnAttackerNearTheEnemyDenAndFearsOneNearItsOwn) {
  const EvalTables tables{RuleSet()};
  const Score far = score_of("6c/7/7/7/7/7/L6/7/7 r 0 1", tables);
  const Score near = score_of("6c/L6/7/7/7/7/7/7/7 r 0 1", tables);
  const Score besieged = score_of("7/7/7/7/7/7/L6/6c/7 r 0 1", tables);
  EXPECT_GT(near, far);
  EXPECT_LT(besieged, far);
}

}  // namespace
}  // namespace jungle::alphabeta
