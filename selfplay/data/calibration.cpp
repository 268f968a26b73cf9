#include "selfplay/data/calibration.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace jungle {
namespace {

constexpr double kSmallest = 1e-7;  // probability that still has a logarithm worth adding

using Shares = std::array<double, kWdlResults.size()>;

Shares shares(const Wdl& wdl) {
  return {static_cast<double>(wdl.win), static_cast<double>(wdl.draw), static_cast<double>(wdl.loss)};
}

std::size_t bin_of(double predicted) {
  return static_cast<std::size_t>(std::clamp(predicted * kCalibrationBins, 0.0, kCalibrationBins - 1.0));
}

}  // namespace

std::string_view to_string(WdlResult end) {
  return end == WdlResult::kWin ? "win" : end == WdlResult::kDraw ? "draw" : "loss";
}

void Calibration::close_game(Bin& bin) {
  if (bin.game_samples == 0) return;
  bin.games += 1;
  bin.squares += bin.game_observed * bin.game_observed;
  bin.products += bin.game_observed * bin.game_samples;
  bin.sizes += bin.game_samples * bin.game_samples;
  bin.game_samples = bin.game_observed = 0;
}

void Calibration::add(std::int64_t game, const Wdl& predicted, const Wdl& observed) {
  if (samples_ == 0 || game != game_) {
    ++games_;
    for (auto& bins : bins_)
      for (Bin& bin : bins) close_game(bin);
  }
  game_ = game;
  ++samples_;
  const Shares said = shares(predicted), seen = shares(observed);
  for (std::size_t end = 0; end < said.size(); ++end) {
    Bin& bin = bins_[end][bin_of(said[end])];
    bin.samples += 1;
    bin.predicted += said[end];
    bin.observed += seen[end];
    bin.game_samples += 1;
    bin.game_observed += seen[end];
    squared_error_ += (said[end] - seen[end]) * (said[end] - seen[end]);
    cross_entropy_ -= seen[end] * std::log(std::max(said[end], kSmallest));
  }
}

std::array<CalibrationBin, kCalibrationBins> Calibration::bins(WdlResult end) const {
  std::array<CalibrationBin, kCalibrationBins> result{};
  for (std::size_t i = 0; i < result.size(); ++i) {
    Bin bin = bins_[static_cast<std::size_t>(end)][i];
    close_game(bin);
    if (bin.samples == 0) {
      result[i].interval = {.low = 0, .high = 1};
      continue;
    }
    const double mean = bin.observed / bin.samples;
    // The variance of the mean when games, not samples, are what is drawn: squares of what each game adds to
    // the difference from the mean. A spread of zero says no more than that there were so many games.
    const double scatter = bin.squares - 2 * mean * bin.products + mean * mean * bin.sizes;
    const double spread = mean * (1 - mean) * bin.samples * bin.samples;
    const double draws =
        scatter > 0 && spread > 0 ? std::clamp(spread / scatter, 1.0, bin.samples) : bin.games;
    result[i] = {.samples = static_cast<std::int64_t>(bin.samples),
                 .games = static_cast<std::int64_t>(bin.games),
                 .predicted = bin.predicted / bin.samples,
                 .observed = mean,
                 .interval = wilson_interval_of_share(mean, draws)};
  }
  return result;
}

double Calibration::expected_error(WdlResult end) const {
  double error = 0;
  for (const Bin& bin : bins_[static_cast<std::size_t>(end)]) error += std::abs(bin.predicted - bin.observed);
  return samples_ > 0 ? error / static_cast<double>(samples_) : 0;
}

double Calibration::brier() const {
  return samples_ > 0 ? squared_error_ / static_cast<double>(samples_) : 0;
}

double Calibration::log_loss() const {
  return samples_ > 0 ? cross_entropy_ / static_cast<double>(samples_) : 0;
}

}  // namespace jungle
