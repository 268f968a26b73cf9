#include "selfplay/rating/sprt.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <string>

#include "selfplay/rating/empirical_likelihood.hpp"

namespace jungle {

namespace {

constexpr double kUnseen = 1e-3;     // the count of a score that did not occur
constexpr int kMaxIterations = 200;  // of the fit of normalised Elo; about ten are usual
constexpr double kConverged = 1e-12;

// Results as weights and what they are away from an even score.
template <std::size_t N>
struct Results {
  std::array<double, N> counts{};
  std::array<double, N> scores{};  // minus 1/2
};

template <std::size_t N>
Results<N> results_of(const std::array<std::int64_t, N>& counts) {
  Results<N> results;
  for (std::size_t k = 0; k < N; ++k) {
    results.counts[k] = counts[k] > 0 ? static_cast<double>(counts[k]) : kUnseen;
    results.scores[k] = static_cast<double>(k) / static_cast<double>(N - 1) - 0.5;
  }
  return results;
}

template <std::size_t N>
double cost_of_mean(const Results<N>& results, double mean) {
  std::array<double, N> distances{};
  for (std::size_t k = 0; k < N; ++k) distances[k] = results.scores[k] - mean;
  return log_likelihood_lost(results.counts, distances, tilt_to_zero_mean(results.counts, distances));
}

// The constraint is mean = ratio * deviation. With q the root of the mean square (about 1/2), that is
// mean = c q, where c = ratio / sqrt(1 + ratio^2). It is not linear in the distribution, but q is the least
// value of (mean square / r + r) / 2 over r, taken at r = q: with r held it is, and r follows from the fit.
template <std::size_t N>
double cost_of_ratio(const Results<N>& results, double ratio) {
  const double c = ratio / std::sqrt(1 + ratio * ratio);
  double root = std::numbers::sqrt2 / 4;  // of scores spread evenly over five values, where the fit begins
  double tilt = 0;
  std::array<double, N> values{};
  for (int i = 0; i < kMaxIterations; ++i) {
    for (std::size_t k = 0; k < N; ++k) {
      const double score = results.scores[k];
      values[k] = score - c * (score * score / root + root) / 2;
    }
    tilt = tilt_to_zero_mean(results.counts, values);
    double mass = 0, squares = 0;
    for (std::size_t k = 0; k < N; ++k) {
      const double fitted = results.counts[k] / (1 + tilt * values[k]);
      mass += fitted;
      squares += fitted * results.scores[k] * results.scores[k];
    }
    const double next = std::sqrt(squares / mass);
    const bool converged = std::abs(next - root) < kConverged;
    root = next;
    if (converged) break;
  }
  return log_likelihood_lost(results.counts, values, tilt);
}

// `games_each`: 2 where the counts are of pairs.
template <std::size_t N>
double llr(const std::array<std::int64_t, N>& counts, double games_each, const SprtTest& test) {
  bool empty = true;
  for (const std::int64_t count : counts) empty = empty && count == 0;
  if (empty) return 0;
  const Results<N> results = results_of(counts);
  const auto cost = [&](double elo) {
    return test.model == EloModel::kLogistic
               ? cost_of_mean(results, score_of_elo(elo) - 0.5)
               : cost_of_ratio(results, elo / kNormalisedEloScale * std::sqrt(games_each));
  };
  return cost(test.elo0) - cost(test.elo1);
}

}  // namespace

Status check_sprt(const SprtTest& test) {
  for (const double elo : {test.elo0, test.elo1}) {
    if (!(std::abs(elo) <= kMaxSprtElo)) return Error{"elo0 and elo1 are numbers from -300 to 300"};
  }
  if (!(test.elo0 < test.elo1)) return Error{"elo0 has to be less than elo1"};
  for (const double chance : {test.alpha, test.beta}) {
    if (!(chance > 0 && chance < 0.5)) return Error{"alpha and beta lie between 0 and 0.5"};
  }
  return Done{};
}

double log_likelihood_ratio(const PairCounts& pairs, const SprtTest& test) { return llr(pairs, 2, test); }
double log_likelihood_ratio(const GameCounts& games, const SprtTest& test) { return llr(games, 1, test); }

double sprt_lower_bound(const SprtTest& test) { return std::log(test.beta / (1 - test.alpha)); }
double sprt_upper_bound(const SprtTest& test) { return std::log((1 - test.beta) / test.alpha); }

SprtDecision decide(double llr, const SprtTest& test) {
  if (llr >= sprt_upper_bound(test)) return SprtDecision::kH1;
  return llr <= sprt_lower_bound(test) ? SprtDecision::kH0 : SprtDecision::kUndecided;
}

}  // namespace jungle
