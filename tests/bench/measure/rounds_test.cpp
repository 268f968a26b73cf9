#include "bench/measure/rounds.hpp"

#include <gtest/gtest.h>

namespace jungle::bench {
namespace {

// Says it did what it was told, in a made-up time.
Work pretend(std::vector<double> rates, std::string& order, char name) {
  return [rates = std::move(rates), &order, name, round = std::size_t{0}](double) mutable {
    order += name;
    return Sample{.items = rates[round++ % rates.size()], .seconds = 1};
  };
}

TEST(Rounds, ContestantsWorkInTurnsAfterAnUnmeasuredPieceEach) {
  std::string order;
  const Rates rates = alternate(pretend({1000, 6}, order, 'a'), pretend({1, 2}, order, 'b'), 0);
  EXPECT_EQ(order, "abab");
  EXPECT_EQ(rates.rounds, 1);
  EXPECT_EQ(rates.ours, 6);
  EXPECT_EQ(rates.naive, 2);
  EXPECT_EQ(rates.ratio, 3);
  EXPECT_EQ(rates.spread, 0);
}

TEST(Rounds, AllContestantsHaveEquallyManyRounds) {
  std::string order;
  const std::vector<Work> works = {pretend({1}, order, 'a'), pretend({2}, order, 'b'),
                                   pretend({3}, order, 'c')};
  const auto rates = rounds_of(works, 0.001);
  ASSERT_EQ(rates.size(), 3U);
  EXPECT_GE(rates[0].size(), 1U);
  EXPECT_EQ(rates[0].size(), rates[2].size());
  EXPECT_EQ(order.size(), 3 * (rates[0].size() + 1));
}

TEST(Rounds, WorkMadeOfPiecesDoesOneAtLeast) {
  int pieces = 0;
  const Sample sample = repeat([&] { return ++pieces * 10.0; }, Timing::kWall)(0);
  EXPECT_EQ(pieces, 1);
  EXPECT_EQ(sample.items, 10);
  EXPECT_GT(repeat([] { return 1.0; }, Timing::kThread)(0.001).items, 1);
}

TEST(Rounds, TheMedianIsTheMiddle) {
  EXPECT_EQ(median({3}), 3);
  EXPECT_EQ(median({5, 1, 3}), 3);
  EXPECT_EQ(median({4, 1, 3, 2}), 2.5);
}

}  // namespace
}  // namespace jungle::bench
