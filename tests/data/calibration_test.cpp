#include "selfplay/data/calibration.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "core/util/random.hpp"

namespace jungle {
namespace {

constexpr Wdl kWon{1, 0, 0};
constexpr Wdl kDrawn{0, 1, 0};
constexpr Wdl kLost{0, 0, 1};

TEST(Calibration, AConstantPredictionFillsOneBinWithWhatHappened) {
  Calibration calibration;
  for (int game = 0; game < 8; ++game)
    calibration.add(game, {0.25F, 0.5F, 0.25F}, game < 6 ? kWon : game < 7 ? kDrawn : kLost);
  EXPECT_EQ(calibration.samples(), 8);
  EXPECT_EQ(calibration.games(), 8);
  const auto wins = calibration.bins(WdlResult::kWin);
  for (std::size_t i = 0; i < wins.size(); ++i) EXPECT_EQ(wins[i].samples, i == 2 ? 8 : 0) << i;
  EXPECT_DOUBLE_EQ(wins[2].predicted, 0.25);
  EXPECT_DOUBLE_EQ(wins[2].observed, 0.75);
  EXPECT_DOUBLE_EQ(calibration.bins(WdlResult::kDraw)[5].observed, 0.125);
  EXPECT_DOUBLE_EQ(calibration.expected_error(WdlResult::kWin), 0.5);
  EXPECT_DOUBLE_EQ(calibration.expected_error(WdlResult::kLoss), 0.125);
  // A win or a loss differs by (0.75, 0.5, 0.25), a draw by (0.25, 0.5, 0.25).
  EXPECT_DOUBLE_EQ(calibration.brier(), (7 * 0.875 + 0.375) / 8);
  EXPECT_NEAR(calibration.log_loss(), (7 * std::log(4) + std::log(2)) / 8, 1e-12);
}

TEST(Calibration, OneIsInTheLastBinAndWhatWasHeldImpossibleStaysFinite) {
  Calibration calibration;
  calibration.add(0, kWon, kWon);
  EXPECT_EQ(calibration.bins(WdlResult::kWin)[9].samples, 1);
  EXPECT_EQ(calibration.bins(WdlResult::kDraw)[0].samples, 1);
  EXPECT_EQ(calibration.log_loss(), 0);
  calibration.add(1, kWon, kLost);
  EXPECT_NEAR(calibration.log_loss(), -std::log(1e-7) / 2, 1e-9);
}

TEST(Calibration, SamplesOfOneGameAreOneDraw) {
  Calibration single, repeated;
  for (int game = 0; game < 40; ++game) {
    const Wdl seen = game % 4 == 0 ? kWon : kLost;
    single.add(game, {0.35F, 0.3F, 0.35F}, seen);
    for (int i = 0; i < 25; ++i) repeated.add(game, {0.35F, 0.3F, 0.35F}, seen);
  }
  const CalibrationBin one = single.bins(WdlResult::kWin)[3], many = repeated.bins(WdlResult::kWin)[3];
  EXPECT_EQ(many.samples, 1000);
  EXPECT_EQ(many.games, 40);
  EXPECT_NEAR(many.interval.low, one.interval.low, 1e-9);
  EXPECT_NEAR(many.interval.high, one.interval.high, 1e-9);
  EXPECT_NEAR(one.interval.low, wilson_interval(10, 40).low, 1e-9);
  EXPECT_NEAR(one.interval.high, wilson_interval(10, 40).high, 1e-9);
}

TEST(Calibration, WhereAllGamesEndedAlikeTheIntervalIsThatOfTheirNumber) {
  Calibration calibration;
  for (int game = 0; game < 10; ++game)
    for (int i = 0; i < 30; ++i) calibration.add(game, {0.95F, 0.05F, 0}, kWon);
  const CalibrationBin bin = calibration.bins(WdlResult::kWin)[9];
  EXPECT_NEAR(bin.interval.low, wilson_interval(10, 10).low, 1e-9);
  EXPECT_EQ(bin.interval.high, 1);
}

TEST(Calibration, APredictorThatKnowsTheChancesIsCalibrated) {
  Rng rng({5});
  Calibration calibration;
  for (int game = 0; game < 40000; ++game) {
    const auto win = static_cast<float>(rng.uniform());
    const Wdl said{win, (1 - win) / 2, (1 - win) / 2};
    const double drawn = rng.uniform();
    calibration.add(game, said, drawn < said.win ? kWon : drawn < said.win + said.draw ? kDrawn : kLost);
  }
  for (const WdlResult end : kWdlResults) EXPECT_LT(calibration.expected_error(end), 0.02);
  int inside = 0;
  for (const CalibrationBin& bin : calibration.bins(WdlResult::kWin))
    inside += bin.interval.low <= bin.predicted && bin.predicted <= bin.interval.high ? 1 : 0;
  EXPECT_GE(inside, 8);
}

TEST(Calibration, NothingSeenIsNothingClaimed) {
  const Calibration calibration;
  EXPECT_EQ(calibration.brier(), 0);
  for (const CalibrationBin& bin : calibration.bins(WdlResult::kDraw)) {
    EXPECT_EQ(bin.samples, 0);
    EXPECT_EQ(bin.interval.low, 0);
    EXPECT_EQ(bin.interval.high, 1);
  }
}

}  // namespace
}  // namespace jungle
