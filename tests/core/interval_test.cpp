#include "core/util/interval.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace jungle {
namespace {

TEST(WilsonInterval, IsThatOfPublishedExamples) {
  // Newcombe, "Two-sided confidence intervals for the single proportion", 1998: table I, method 3.
  const Interval some = wilson_interval(81, 263);
  EXPECT_NEAR(some.low, 0.2553, 5e-5);
  EXPECT_NEAR(some.high, 0.3662, 5e-5);
  const Interval none = wilson_interval(0, 20);
  EXPECT_EQ(none.low, 0);
  EXPECT_NEAR(none.high, 0.1611, 5e-5);
  const Interval few = wilson_interval(1, 29);
  EXPECT_NEAR(few.low, 0.0061, 5e-5);
  EXPECT_NEAR(few.high, 0.1718, 5e-5);
}

TEST(WilsonInterval, IsSymmetricAndSaysNothingWithoutAnyDraw) {
  EXPECT_EQ(wilson_interval(20, 20).high, 1);
  EXPECT_NEAR(wilson_interval(20, 20).low, 1 - wilson_interval(0, 20).high, 1e-12);
  EXPECT_EQ(wilson_interval(0, 0).low, 0);
  EXPECT_EQ(wilson_interval(0, 0).high, 1);
}

TEST(RunningMean, HasTheIntervalOfItsStandardError) {
  RunningMean mean;
  for (const double value : {1.0, 2.0, 4.0, 5.0}) mean.add(value);
  EXPECT_EQ(mean.count(), 4);
  EXPECT_DOUBLE_EQ(mean.mean(), 3);
  const double margin = kNormal95 * std::sqrt(10.0 / 3 / 4);
  EXPECT_NEAR(mean.interval().low, 3 - margin, 1e-12);
  EXPECT_NEAR(mean.interval().high, 3 + margin, 1e-12);
}

TEST(RunningMean, IsAPointWhereNothingVaries) {
  RunningMean mean;
  EXPECT_EQ(mean.mean(), 0);
  EXPECT_EQ(mean.interval().high, 0);
  for (int i = 0; i < 3; ++i) mean.add(0.1);
  EXPECT_NEAR(mean.interval().high - mean.interval().low, 0, 1e-8);
}

}  // namespace
}  // namespace jungle
