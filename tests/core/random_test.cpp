// Random streams: named by numbers, the same on every machine, with the distributions they claim.

#include "core/util/random.hpp"

#include <array>
#include <cmath>
#include <set>
#include <vector>

#include <gtest/gtest.h>

namespace jungle {
namespace {

// Runs, shards and recorded games are reproduced from these streams: the values must never change.
TEST(Rng, GivesThePinnedValues) {
  // Computed apart, from the published algorithm (xoshiro256++ seeded by splitmix64).
  Rng rng({1, 2, 3});
  const std::array<std::uint64_t, 4> expected = {10146477569252430830ULL, 15820953716410850437ULL,
                                                 3859880106442013434ULL, 2282876784184766664ULL};
  for (std::uint64_t value : expected) EXPECT_EQ(rng(), value);
}

TEST(Rng, SplitmixGivesThePublishedValues) {
  // The generator's own test values for seed 1234567.
  std::uint64_t state = 1234567;
  for (std::uint64_t value : {6457827717110365317ULL, 3203168211198807973ULL, 9817491932198370423ULL,
                              4593380528125082431ULL, 16408922859458223821ULL})
    EXPECT_EQ(splitmix64(state), value);
}

TEST(Rng, TheSameNameGivesTheSameStream) {
  Rng first({42, 7, 0});
  Rng second({42, 7, 0});
  for (int i = 0; i < 1000; ++i) ASSERT_EQ(first(), second());
}

TEST(Rng, OtherNamesGiveOtherStreams) {
  std::set<std::uint64_t> first_values;
  std::size_t streams = 0;
  const auto add = [&](Rng rng) {
    first_values.insert(rng());
    ++streams;
  };
  add(Rng({}));
  for (std::uint64_t i = 0; i < 100; ++i) {
    add(Rng({i}));
    for (std::uint64_t j = 0; j < 100; ++j) {
      add(Rng({i, j}));
      add(Rng({i, j, 0}));
      add(Rng({0, i, j, 5}));
    }
  }
  EXPECT_EQ(first_values.size(), streams);
}

TEST(Rng, BelowIsUniformAndInRange) {
  Rng rng({4});
  constexpr int kBound = 7;
  constexpr int kDraws = 70'000;
  std::array<int, kBound> counts{};
  for (int i = 0; i < kDraws; ++i) ++counts.at(rng.below(kBound));
  double chi_squared = 0;
  for (int count : counts)
    chi_squared += (count - kDraws / kBound) * (count - kDraws / kBound) / (1.0 * kDraws / kBound);
  EXPECT_LT(chi_squared, 22.5);  // 6 degrees of freedom, p = 0.001
  for (int i = 0; i < 100; ++i) EXPECT_EQ(rng.below(1), 0U);
}

struct Moments {
  double mean = 0;
  double variance = 0;
};

template <typename Draw>
Moments moments_of(Draw draw) {
  constexpr int kDraws = 200'000;
  double sum = 0;
  double squares = 0;
  for (int i = 0; i < kDraws; ++i) {
    const double x = draw();
    sum += x;
    squares += x * x;
  }
  const double mean = sum / kDraws;
  return {mean, squares / kDraws - mean * mean};
}

TEST(Rng, UniformStaysBelowOneWithItsMoments) {
  Rng rng({5});
  const Moments moments = moments_of([&] {
    const double x = rng.uniform();
    EXPECT_TRUE(x >= 0 && x < 1);
    return x;
  });
  EXPECT_NEAR(moments.mean, 0.5, 0.003);
  EXPECT_NEAR(moments.variance, 1.0 / 12, 0.002);
}

TEST(Rng, NormalHasItsMoments) {
  Rng rng({6});
  const Moments moments = moments_of([&] { return rng.normal(); });
  EXPECT_NEAR(moments.mean, 0, 0.01);
  EXPECT_NEAR(moments.variance, 1, 0.015);
  int beyond_two = 0;
  for (int i = 0; i < 100'000; ++i) beyond_two += std::abs(rng.normal()) > 2 ? 1 : 0;
  EXPECT_NEAR(beyond_two, 4550, 330);  // five standard errors
}

// Mean and variance of gamma(shape, 1) are both its shape; shapes below 1 take the boosted path.
TEST(Rng, GammaHasItsMomentsForSmallAndLargeShapes) {
  Rng rng({7});
  for (double shape : {0.1, 0.3, 0.6, 1.0, 2.5, 10.0}) {
    const Moments moments = moments_of([&] {
      const double x = rng.gamma(shape);
      EXPECT_TRUE(x >= 0 && std::isfinite(x));
      return x;
    });
    EXPECT_NEAR(moments.mean, shape, 0.02 * shape + 0.003) << shape;
    EXPECT_NEAR(moments.variance, shape, 0.06 * shape + 0.005) << shape;
  }
}

// Mean: Euler's constant; variance: pi^2 / 6.
TEST(Rng, GumbelHasItsMoments) {
  Rng rng({9});
  const Moments moments = moments_of([&] { return rng.gumbel(); });
  EXPECT_NEAR(moments.mean, 0.577216, 0.015);
  EXPECT_NEAR(moments.variance, 1.644934, 0.04);
}

// Shares of a Dirichlet draw made of gammas: mean 1/n, variance (1/n)(1 - 1/n)/(n a + 1).
TEST(Rng, GammasMakeADirichlet) {
  Rng rng({8});
  constexpr int kShares = 10;
  constexpr double kAlpha = 0.6;
  const Moments moments = moments_of([&] {
    double first = 0;
    double sum = 0;
    for (int i = 0; i < kShares; ++i) {
      const double x = rng.gamma(kAlpha);
      if (i == 0) first = x;
      sum += x;
    }
    return first / sum;
  });
  EXPECT_NEAR(moments.mean, 0.1, 0.002);
  EXPECT_NEAR(moments.variance, 0.1 * 0.9 / (kShares * kAlpha + 1), 0.0005);
}

}  // namespace
}  // namespace jungle
