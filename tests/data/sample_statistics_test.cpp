#include "selfplay/data/sample_statistics.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "tests/data/random_games.hpp"

namespace jungle {
namespace {

TEST(SampleStatistics, AddUpOverShardsAsThePlainSumsDo) {
  const Shard shard = make_shard({}, random_games(6), {});
  SampleStatistics once;
  once.add(shard);
  ASSERT_EQ(once.samples, static_cast<std::int64_t>(shard.size()));
  EXPECT_EQ(once.outcomes[0] + once.outcomes[1] + once.outcomes[2], once.samples);
  EXPECT_DOUBLE_EQ(once.moves, static_cast<double>(shard.moves.move.size()));
  double square = 0;
  for (std::size_t i = 0; i < shard.size(); ++i)
    square += std::pow(static_cast<double>(shard.samples.root_value[i]) - shard.samples.outcome[i], 2);
  EXPECT_DOUBLE_EQ(once.root_square_error, square);

  SampleStatistics twice = once;
  twice.add(shard);
  EXPECT_EQ(twice.samples, 2 * once.samples);
  EXPECT_EQ(twice.different_positions(), once.different_positions());
  EXPECT_NEAR(twice.mean(twice.policy_entropy), once.mean(once.policy_entropy), 1e-12);
}

TEST(SampleStatistics, TheEntropyOfAnEvenPolicyIsTheLogarithmOfItsMoves) {
  Shard shard = make_shard({}, random_games(1), {});  // the policies of these games are even
  SampleStatistics statistics;
  statistics.add(shard);
  double expected = 0;
  for (std::size_t i = 0; i < shard.size(); ++i)
    expected += std::log(static_cast<double>(shard.move_end(i) - shard.move_begin(i)));
  EXPECT_NEAR(statistics.policy_entropy, expected, 1e-4);
}

TEST(SampleStatistics, TheClockMakesNoOtherPosition) {
  Shard shard = make_shard({}, random_games(1), {});
  SampleStatistics before;
  before.add(shard);
  for (PackedPosition& position : shard.samples.position) position.high += std::uint64_t{3} << 40;
  before.add(shard);
  EXPECT_EQ(before.different_positions() * 2, before.samples);
}

}  // namespace
}  // namespace jungle
