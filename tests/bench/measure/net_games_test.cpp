#include "bench/measure/net_games.hpp"

#include <set>

#include <gtest/gtest.h>

#include "bench/measure/positions.hpp"
#include "search/uniform_evaluator.hpp"

namespace jungle::bench {
namespace {

TEST(NetGames, GiveSoManyUnfinishedPositionsWithTheirMoves) {
  UniformEvaluator evaluator;
  const auto positions = net_game_positions(evaluator, 1000);
  ASSERT_EQ(positions.size(), 1000U);
  std::set<std::uint64_t> keys;
  for (const test::SamplePosition& sample : positions) {
    EXPECT_TRUE(board_outcome(sample.position, rules()).is_ongoing());
    EXPECT_GT(sample.legal_moves.size(), 0);
    keys.insert(sample.position.key());
  }
  EXPECT_GT(keys.size(), 900U) << "different ones";
}

TEST(NetGames, AreTheSameForTheSameEvaluator) {
  UniformEvaluator evaluator;
  const auto once = net_game_positions(evaluator, 300), again = net_game_positions(evaluator, 300);
  for (std::size_t i = 0; i < once.size(); ++i) EXPECT_EQ(once[i].position, again[i].position);
}

}  // namespace
}  // namespace jungle::bench
