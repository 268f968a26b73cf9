#include "search/mcts/move_choice.hpp"

#include <array>
#include <vector>

#include <gtest/gtest.h>

namespace jungle {
namespace {

RootMove with_visits(std::uint32_t visits) { return {.visits = visits, .prior = 0.1F}; }
RootMove proven(int value, int plies_to_end, std::uint32_t visits) {
  return {.visits = visits, .prior = 0.1F, .proven = value, .plies_to_end = plies_to_end};
}

TEST(MctsMoveChoice, WithoutTemperatureTakesTheMostVisitedMove) {
  Rng rng({1});
  const std::vector<RootMove> moves = {with_visits(5), with_visits(50), with_visits(7)};
  for (int i = 0; i < 20; ++i) EXPECT_EQ(choose_root_move(moves, 0, rng), 1U);
}

TEST(MctsMoveChoice, PrefersTheShorterWinAndTheLongerLoss) {
  Rng rng({1});
  for (const float temperature : {0.0F, 1.0F}) {
    const std::vector<RootMove> winning = {with_visits(500), proven(1, 5, 90), proven(1, 3, 2)};
    EXPECT_EQ(choose_root_move(winning, temperature, rng), 2U);
    const std::vector<RootMove> losing = {proven(-1, 4, 90), proven(-1, 6, 1), proven(-1, 2, 50)};
    EXPECT_EQ(choose_root_move(losing, temperature, rng), 1U);
  }
}

TEST(MctsMoveChoice, NeverPlaysAProvenLossWhileThereIsAnotherMove) {
  Rng rng({2});
  const std::vector<RootMove> moves = {proven(-1, 2, 1000), with_visits(1), with_visits(0)};
  EXPECT_EQ(choose_root_move(moves, 0, rng), 1U);
  for (int i = 0; i < 1000; ++i) ASSERT_NE(choose_root_move(moves, 2.0F, rng), 0U);
}

TEST(MctsMoveChoice, TemperatureDrawsByVisitsToItsInversePower) {
  const std::vector<RootMove> moves = {with_visits(100), with_visits(300), with_visits(0), with_visits(600)};
  for (const auto& [temperature, expected] :
       {std::pair(1.0F, std::array{0.1, 0.3, 0.0, 0.6}),
        std::pair(0.5F, std::array{1 / 46.0, 9 / 46.0, 0.0, 36 / 46.0})}) {
    Rng rng({3});
    std::array<double, 4> share{};
    for (int i = 0; i < 20000; ++i) share[choose_root_move(moves, temperature, rng)] += 1 / 20000.0;
    for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(share[i], expected[i], 0.015);
    EXPECT_EQ(share[2], 0);
  }
}

TEST(MctsMoveChoice, PriorsStandInForMissingVisits) {
  Rng rng({4});
  std::vector<RootMove> moves = {with_visits(0), with_visits(0)};
  moves[1].prior = 0.9F;
  EXPECT_EQ(choose_root_move(moves, 0, rng), 1U);
  int second = 0;
  for (int i = 0; i < 1000; ++i) second += choose_root_move(moves, 1, rng) == 1;
  EXPECT_NEAR(second, 900, 40);
}

TEST(MctsMoveChoice, ATinyTemperatureNeitherOverflowsNorVanishes) {
  Rng rng({5});
  const std::vector<RootMove> moves = {with_visits(4'000'000'000U), with_visits(3'000'000'000U)};
  for (int i = 0; i < 20; ++i) EXPECT_EQ(choose_root_move(moves, 1e-4F, rng), 0U);
}

}  // namespace
}  // namespace jungle
