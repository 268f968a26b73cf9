#include "search/mcts/edge.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "core/movegen.hpp"
#include "tests/support/random_positions.hpp"

namespace jungle {
namespace {

TEST(MctsEdge, GivesBackEveryLegalMove) {
  for (const std::string_view name : RuleSet::preset_names()) {
    const RuleSet rules = *RuleSet::preset(name);
    Rng rng({1});
    for (int i = 0; i < 5000; ++i) {
      const Position position =
          i % 2 == 0 ? test::random_sparse_position(rng) : test::random_crowded_position(rng);
      MoveList moves;
      generate_legal(position, rules, moves);
      for (const Move move : moves) ASSERT_EQ(Edge(move, position, 0.1F).move(position), move);
    }
  }
}

TEST(MctsEdge, KeepsPriorsToFourTenthsOfAPercent) {
  const Position position = Position::start(RuleSet());
  MoveList moves;
  generate_legal(position, RuleSet(), moves);
  for (double prior = 1; prior > 2e-5; prior *= 0.999) {
    const float kept = Edge(moves[0], position, static_cast<float>(prior)).prior();
    ASSERT_NEAR(kept / prior, 1, 0.004) << prior;
  }
  EXPECT_EQ(Edge(moves[0], position, 1).prior(), 1);
  EXPECT_LT(Edge(moves[0], position, 0).prior(), 2e-5F);
}

}  // namespace
}  // namespace jungle
