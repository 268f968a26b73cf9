#include "selfplay/rating/arm_comparison.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include <gtest/gtest.h>

#include "core/util/random.hpp"

namespace jungle {
namespace {

constexpr std::array<int, 3> kFirst = {0, 1, 2};
constexpr std::array<int, 3> kSecond = {3, 4, 5};

double normal(Rng& rng) {  // Box and Muller
  constexpr double kTwoPi = 6.283185307179586;
  return std::sqrt(-2 * std::log(1 - rng.uniform())) * std::cos(kTwoPi * rng.uniform());
}

// Ratings as if games had left an error of that size in each, independently of one another.
PoolFit fit_of(const std::vector<double>& elo, double error) {
  PoolFit fit;
  fit.covariance = SymmetricMatrix(elo.size() + 2);
  for (std::size_t i = 0; i < elo.size(); ++i) {
    fit.ratings.push_back({.elo = elo[i], .low = elo[i], .high = elo[i]});
    fit.covariance.set(i, i, error * error);
  }
  return fit;
}

TEST(ArmComparison, KnowsStudentsQuantiles) {  // from printed tables
  EXPECT_NEAR(student_t_975(1), 12.706, 1e-3);
  EXPECT_NEAR(student_t_975(2), 4.303, 1e-3);
  EXPECT_NEAR(student_t_975(4), 2.776, 1e-3);
  EXPECT_NEAR(student_t_975(10), 2.228, 1e-3);
  EXPECT_NEAR(student_t_975(100), 1.984, 1e-3);
  EXPECT_NEAR(student_t_975(1e9), 1.960, 1e-3);
}

TEST(ArmComparison, TheDifferenceIsThatOfTheMeans) {
  const ArmDifference difference = compare_arms(fit_of({0, 10, 20, 40, 60, 80}, 1), kFirst, kSecond);
  EXPECT_DOUBLE_EQ(difference.elo, 50);
  EXPECT_DOUBLE_EQ(difference.elo - difference.low, difference.high - difference.elo);
  EXPECT_TRUE(difference.seeds_counted);
  const ArmDifference back = compare_arms(fit_of({0, 10, 20, 40, 60, 80}, 1), kSecond, kFirst);
  EXPECT_DOUBLE_EQ(back.elo, -50);
}

// Two arms of three seeds, means 100 and 300 / 3, variances by hand.
TEST(ArmComparison, IntervalsAreWelchs) {
  const ArmDifference difference = compare_arms(fit_of({-30, 0, 30, 90, 100, 110}, 0), kFirst, kSecond);
  const double a = 900.0 / 3, b = 100.0 / 3;  // of the means
  const double degrees = (a + b) * (a + b) / (a * a / 2 + b * b / 2);
  EXPECT_NEAR(difference.high - difference.elo, student_t_975(degrees) * std::sqrt(a + b), 1e-9);
  EXPECT_DOUBLE_EQ(difference.games_margin, 0);
}

TEST(ArmComparison, SeedsThatHappenToAgreeDoNotHideWhatFewGamesLeaveOpen) {
  const ArmDifference difference = compare_arms(fit_of({0, 0, 0, 50, 50, 50}, 30), kFirst, kSecond);
  const double margin = 1.96 * std::sqrt(2 * 900.0 / 3);
  EXPECT_NEAR(difference.games_margin, margin, 0.01);
  EXPECT_NEAR(difference.high, 50 + margin, 0.01);
}

TEST(ArmComparison, OneNetAnArmSaysNothingOfSeeds) {
  const std::array<int, 1> first = {0}, second = {1};
  const ArmDifference difference = compare_arms(fit_of({0, 50}, 10), first, second);
  EXPECT_FALSE(difference.seeds_counted);
  EXPECT_NEAR(difference.high - difference.elo, 1.96 * std::sqrt(200), 0.01);
}

// The truth is a difference of 25; seeds scatter by 40 and games err by 15 on top.
TEST(ArmComparison, IntervalsCoverTheTruthAsOftenAsTheySay) {
  Rng rng({7});
  constexpr int kTrials = 2000;
  int covered = 0;
  for (int trial = 0; trial < kTrials; ++trial) {
    std::vector<double> elo;
    for (int net = 0; net < 6; ++net) elo.push_back((net < 3 ? 0 : 25) + 40 * normal(rng) + 15 * normal(rng));
    const ArmDifference difference = compare_arms(fit_of(elo, 15), kFirst, kSecond);
    covered += difference.low <= 25 && 25 <= difference.high ? 1 : 0;
  }
  const double share = static_cast<double>(covered) / kTrials;
  EXPECT_GT(share, 0.94);
  EXPECT_LT(share, 0.98);  // Welch's test is a little cautious with so few
}

}  // namespace
}  // namespace jungle
