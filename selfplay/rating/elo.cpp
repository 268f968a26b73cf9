#include "selfplay/rating/elo.hpp"

#include <cmath>
#include <numeric>

namespace jungle {

namespace {

constexpr double kChiSquared95 = 3.841458820694124;  // 95 % quantile with one degree of freedom
constexpr int kHalvings = 60;                        // leaves an error below 1e-17

double pair_score(std::size_t half_points) { return static_cast<double>(half_points) / 4; }

// 2 log of the likelihood ratio of the best multinomial to the best one with this mean. The multinomial with
// mean m that fits best has p_i = f_i / (1 + x (s_i - m)), f_i the observed frequencies, where x maximises
// the concave sum of n_i log(1 + x (s_i - m)); that maximum is the log ratio. x is bounded by what keeps all
// five terms positive, seen or not: at a bound the fit moves mass to a score that did not occur.
// Precondition: 0 < mean < 1.
double deviance(const PairCounts& pairs, double mean) {
  double low = -1 / (1 - mean);
  double high = 1 / mean;
  for (int i = 0; i < kHalvings; ++i) {
    const double x = (low + high) / 2;
    double slope = 0;
    for (std::size_t k = 0; k < pairs.size(); ++k) {
      const double distance = pair_score(k) - mean;
      slope += static_cast<double>(pairs[k]) * distance / (1 + x * distance);
    }
    (slope > 0 ? low : high) = x;
  }
  const double x = (low + high) / 2;
  double log_ratio = 0;
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    if (pairs[k] > 0) log_ratio += static_cast<double>(pairs[k]) * std::log1p(x * (pair_score(k) - mean));
  }
  return 2 * log_ratio;
}

// The end of the interval between the observed mean, which it holds, and a bound that it does not.
double interval_end(const PairCounts& pairs, double observed, double bound) {
  double inside = observed;
  double outside = bound;
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = (inside + outside) / 2;
    (deviance(pairs, middle) <= kChiSquared95 ? inside : outside) = middle;
  }
  return inside;
}

}  // namespace

std::int64_t total_pairs(const PairCounts& pairs) {
  return std::accumulate(pairs.begin(), pairs.end(), std::int64_t{0});
}

double elo_of_score(double score) { return 400 * std::log10(score / (1 - score)); }

double score_of_elo(double elo) { return 1 / (1 + std::pow(10, -elo / 400)); }

Estimate estimate_score(const PairCounts& pairs) {
  const std::int64_t total = total_pairs(pairs);
  if (total == 0) return {};
  double points = 0;
  for (std::size_t k = 0; k < pairs.size(); ++k) points += static_cast<double>(pairs[k]) * pair_score(k);
  Estimate estimate;
  estimate.score = points / static_cast<double>(total);
  if (estimate.score > 0) estimate.low = interval_end(pairs, estimate.score, 0);
  if (estimate.score < 1) estimate.high = interval_end(pairs, estimate.score, 1);
  return estimate;
}

}  // namespace jungle
