#include "selfplay/rating/elo.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include <gtest/gtest.h>

#include "core/util/random.hpp"

namespace jungle {
namespace {

// The conversion table of FIDE's handbook (B.02, 8.1) and of every Elo calculator, to a tenth.
TEST(Elo, FollowsTheLogisticModel) {
  EXPECT_DOUBLE_EQ(elo_of_score(0.5), 0);
  EXPECT_NEAR(elo_of_score(0.64), 99.95, 0.01);
  EXPECT_NEAR(elo_of_score(0.75), 190.85, 0.01);
  EXPECT_NEAR(elo_of_score(10.0 / 11), 400, 1e-9);  // ten to one is 400 points, by definition
  EXPECT_NEAR(elo_of_score(0.25), -190.85, 0.01);
  EXPECT_EQ(elo_of_score(1), std::numeric_limits<double>::infinity());
  EXPECT_EQ(elo_of_score(0), -std::numeric_limits<double>::infinity());
  for (const double elo : {-700.0, -3.0, 0.0, 12.5, 400.0})
    EXPECT_NEAR(elo_of_score(score_of_elo(elo)), elo, 1e-9);
}

// Pentanomial examples with low, mean and high published with the tests of programs that print the normal
// interval. The first five: a Rust implementation of OpenBench's statistics. The last two: fastchess,
// app/tests/elo_test.cpp ("EloPentanomial 2", "EloPentanomial 3"), mean and half width.
TEST(Elo, AgreesWithPublishedPentanomialExamples) {
  using Example = std::tuple<PairCounts, double, double, double>;
  const Example examples[] = {
      {{485, 1923, 2942, 1937, 594}, 1.21, 5.11, 9.02},
      {{261, 739, 2683, 737, 253}, -5.00, -0.67, 3.66},
      {{63, 252, 385, 250, 74}, -7.38, 3.39, 14.17},
      {{527, 1007, 1932, 933, 511}, -9.16, -3.75, 1.66},
      {{175, 305, 694, 291, 157}, -14.57, -5.36, 3.85},
      {{332, 433, 498, 333, 334}, -18.97, -8.64, 1.69},
      {{7895, 8757, 5685, 568, 9999}, -23.99, -21.04, -18.09},
  };
  for (const auto& [pairs, low, mean, high] : examples) {
    const Estimate estimate = estimate_score(pairs);
    EXPECT_NEAR(elo_of_score(estimate.score), mean, 0.011);
    EXPECT_NEAR(elo_of_score(estimate.low), low, 0.03);
    EXPECT_NEAR(elo_of_score(estimate.high), high, 0.03);
  }
}

// 226 pairs, fastchess "EloPentanomial 1": 55.58 +- 27.65. Likelihood and normal interval begin to differ.
TEST(Elo, IsCloseToTheNormalIntervalInShorterMatches) {
  const Estimate estimate = estimate_score({34, 54, 63, 64, 75});
  EXPECT_NEAR(elo_of_score(estimate.score), 55.58, 0.01);
  EXPECT_NEAR((elo_of_score(estimate.high) - elo_of_score(estimate.low)) / 2, 27.65, 0.1);
}

// fastchess, app/tests/elo_test.cpp, "EloWDL" 1 to 3 and "EloPentanomial" 1 to 3: nEloDiff and nEloError.
TEST(Elo, NormalisedEloAgreesWithPublishedExamples) {
  const std::tuple<GameCounts, double, double> of_games[] = {
      {{89, 123, 76}, -20.76, 40.13}, {{96, 111, 136}, 49.77, 36.77}, {{356, 0, 34}, -508.44, 34.48}};
  for (const auto& [games, elo, margin] : of_games) {
    EXPECT_NEAR(normalised_elo(games).elo, elo, 0.006);
    EXPECT_NEAR(normalised_elo(games).margin, margin, 0.006);
  }
  const std::tuple<PairCounts, double, double> of_pairs[] = {{{34, 54, 63, 64, 75}, 57.94, 28.28},
                                                             {{332, 433, 498, 333, 334}, -9.17, 10.96},
                                                             {{7895, 8757, 5685, 568, 9999}, -19.01, 2.65}};
  for (const auto& [pairs, elo, margin] : of_pairs) {
    EXPECT_NEAR(normalised_elo(pairs).elo, elo, 0.006);
    EXPECT_NEAR(normalised_elo(pairs).margin, margin, 0.006);
  }
  EXPECT_EQ(normalised_elo(PairCounts{}).margin, 0);
  EXPECT_EQ(normalised_elo(PairCounts{0, 0, 0, 0, 9}).elo, 0);  // no deviation to measure by
}

// With all pairs won, a mean m is likely at best as m^n (mass at 1 and 0): the lower end is exp(-3.8415 /
// 2n).
TEST(Elo, IntervalsKeepTheirWidthWhenAllPairsEndAlike) {
  for (const std::int64_t pairs : {1, 10, 100, 1000}) {
    const double expected = std::exp(-3.841458820694124 / (2 * static_cast<double>(pairs)));
    const Estimate won = estimate_score({0, 0, 0, 0, pairs});
    EXPECT_EQ(won.score, 1);
    EXPECT_NEAR(won.low, expected, 1e-12);
    EXPECT_EQ(won.high, 1);
    const Estimate lost = estimate_score({pairs, 0, 0, 0, 0});
    EXPECT_EQ(lost.score, 0);
    EXPECT_EQ(lost.low, 0);
    EXPECT_NEAR(lost.high, 1 - expected, 1e-12);
    const Estimate drawn = estimate_score({0, 0, pairs, 0, 0});
    EXPECT_EQ(drawn.score, 0.5);
    EXPECT_LT(drawn.low, 0.5);
    EXPECT_GT(drawn.low, 0);
    EXPECT_NEAR(drawn.low + drawn.high, 1, 1e-12);
  }
  EXPECT_NEAR(estimate_score({0, 0, 0, 0, 100}).low, 0.981, 0.0005);
}

TEST(Elo, NoPairsSayNothing) {
  const Estimate estimate = estimate_score({});
  EXPECT_EQ(estimate.score, 0.5);
  EXPECT_EQ(estimate.low, 0);
  EXPECT_EQ(estimate.high, 1);
}

TEST(Elo, SwappingThePlayersMirrorsTheInterval) {
  PairCounts pairs = {3, 9, 20, 31, 12};
  const Estimate estimate = estimate_score(pairs);
  std::reverse(pairs.begin(), pairs.end());
  const Estimate swapped = estimate_score(pairs);
  EXPECT_NEAR(estimate.score, 1 - swapped.score, 1e-12);
  EXPECT_NEAR(estimate.low, 1 - swapped.high, 1e-12);
  EXPECT_NEAR(estimate.high, 1 - swapped.low, 1e-12);
}

// How often 95 % intervals hold the true score, for even and lopsided matches, by simulation. 2000 matches
// leave a standard error of half a point. In the lopsided rows the normal interval holds it in 92 % and 88 %
// of them.
TEST(Elo, IntervalsCoverTheTrueScoreAsOftenAsTheySay) {
  struct Case {
    std::array<double, 5> chances;
    int pairs;
  };
  const Case cases[] = {{{0.1, 0.2, 0.3, 0.25, 0.15}, 50},
                        {{0.2, 0.2, 0.2, 0.2, 0.2}, 100},
                        {{0.02, 0.03, 0.1, 0.25, 0.6}, 50},
                        {{0.005, 0.005, 0.02, 0.07, 0.9}, 50}};
  Rng rng({2024, 7});
  for (const Case& one : cases) {
    double true_score = 0;
    for (std::size_t k = 0; k < 5; ++k) true_score += one.chances[k] * static_cast<double>(k) / 4;
    int covered = 0;
    constexpr int kMatches = 2000;
    for (int match = 0; match < kMatches; ++match) {
      PairCounts pairs{};
      for (int i = 0; i < one.pairs; ++i) {
        double left = rng.uniform();
        std::size_t k = 0;
        while (k < 4 && left >= one.chances[k]) left -= one.chances[k++];
        ++pairs[k];
      }
      const Estimate estimate = estimate_score(pairs);
      covered += estimate.low <= true_score && true_score <= estimate.high ? 1 : 0;
    }
    EXPECT_GE(covered, kMatches * 92 / 100) << one.chances[4];
    EXPECT_LE(covered, kMatches * 99 / 100) << one.chances[4];
  }
}

}  // namespace
}  // namespace jungle
