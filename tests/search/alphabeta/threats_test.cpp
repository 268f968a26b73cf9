#include "search/alphabeta/threats.hpp"

#include <string>

#include <gtest/gtest.h>

#include "core/game.hpp"
#include "core/notation.hpp"
#include "tests/support/minimax.hpp"
#include "tests/support/random_positions.hpp"

namespace jungle::alphabeta {
namespace {

int proven(std::string_view text) { return proven_den_win(*parse_position(text)); }

TEST(Threats, OneStepFromTheDenWinsInOne) {
  EXPECT_EQ(proven("7/3C3/7/7/7/7/7/6E/l6 r 0 1"), 1);
  EXPECT_EQ(proven("7/3C3/7/7/7/7/7/6E/l6 b 0 1"), 0) << "it is Blue's turn";
}

TEST(Threats, AnApproachThatNothingCanTakeWinsInThree) {
  EXPECT_EQ(proven("7/7/3W3/7/7/7/l5c/7/6R r 0 1"), 3);
  EXPECT_EQ(proven("7/7/3W3/7/7/7/l6/7/6R r 0 1"), 0) << "a last animal: taking it may be nearer";
  EXPECT_EQ(proven("7/4c2/3W3/7/7/7/l6/7/6R r 0 1"), 0) << "the cat takes on the trap";
  EXPECT_EQ(proven("7/7/3W3/7/7/7/l6/3c3/6R r 0 1"), 0) << "Blue is quicker";
}

// What is called proven is what plain minimax finds, under the moves of every preset; the draw rules are set
// aside.
TEST(Threats, AgreesWithMinimax) {
  const test::MinimaxScale scale = {.win = 1000, .leaf_for_side_to_move = [](const Position&) { return 0; }};
  for (std::string_view name : RuleSet::preset_names()) {
    RuleFields fields = RuleSet::preset(name)->fields();
    fields.repetition = Repetition::kNone;
    fields.no_capture_draw_plies = 0;
    const RuleSet rules(std::string(name), fields);
    Rng rng({81});
    int claims = 0;
    for (int i = 0; i < 3000 && claims < 40; ++i) {
      const Position position = test::random_sparse_position(rng);
      const int plies = proven_den_win(position);
      Game game(rules, position);
      if (plies == 0 || !game.outcome().is_ongoing()) continue;
      ++claims;
      EXPECT_GE(test::minimax(game, plies, scale), scale.win - plies) << name << " " << to_string(position);
    }
    EXPECT_EQ(claims, 40) << name;
  }
}

}  // namespace
}  // namespace jungle::alphabeta
