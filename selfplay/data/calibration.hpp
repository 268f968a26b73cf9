#pragma once
// Does what a net expects come true? Predicted win, draw and loss against what was observed, in ten bins of
// what was predicted (a reliability diagram in numbers), with the scores that go with it.
//
//   Calibration calibration;
//   calibration.add(game, predicted, observed);   // one sample; the samples of a game one after the other
//   calibration.bins(WdlResult::kWin)[9].observed   // how often, where 90 % and more were predicted
//
// What is observed is itself a distribution: {1, 0, 0} for a win, or a softer one, such as a discounted
// target of training.
//
// Samples of one game share its end: they are not independent draws. So the interval of a bin is Wilson's for
// as many draws as give the spread that is seen from game to game.
//
// Thread rule: compatible.

#include <array>
#include <cstdint>
#include <string_view>

#include "core/util/interval.hpp"
#include "search/evaluator.hpp"

namespace jungle {

enum class WdlResult : std::uint8_t { kWin, kDraw, kLoss };  // for the side to move
inline constexpr std::array kWdlResults = {WdlResult::kWin, WdlResult::kDraw, WdlResult::kLoss};
inline constexpr int kCalibrationBins = 10;

std::string_view to_string(WdlResult end);  // win draw loss

struct CalibrationBin {
  std::int64_t samples = 0;
  std::int64_t games = 0;
  double predicted = 0;  // means over the samples; 0 without any
  double observed = 0;
  Interval interval;  // of the observed share
};

class Calibration {
 public:
  // `game` is the same number for samples of one game, and another than before for the next.
  void add(std::int64_t game, const Wdl& predicted, const Wdl& observed);

  std::int64_t samples() const { return samples_; }
  std::int64_t games() const { return games_; }
  // Bin i holds predictions in [i / 10, (i + 1) / 10), the last one also 1.
  std::array<CalibrationBin, kCalibrationBins> bins(WdlResult end) const;
  // Expected calibration error: |predicted - observed| of the bins, weighted by their samples.
  double expected_error(WdlResult end) const;
  double brier() const;     // mean of the three squared differences' sum: 0 to 2
  double log_loss() const;  // mean cross entropy, nats; what was held impossible counts as 1e-7

 private:
  struct Bin {
    double samples = 0, games = 0, predicted = 0, observed = 0;  // sums
    double squares = 0, products = 0, sizes = 0;  // over games: of observed^2, observed * samples, samples^2
    double game_samples = 0, game_observed = 0;   // of the game under way
  };
  using Bins = std::array<std::array<Bin, kCalibrationBins>, kWdlResults.size()>;

  static void close_game(Bin& bin);

  Bins bins_{};
  std::int64_t samples_ = 0;
  std::int64_t games_ = 0;
  std::int64_t game_ = 0;
  double squared_error_ = 0;
  double cross_entropy_ = 0;
};

}  // namespace jungle
