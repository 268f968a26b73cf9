#include "selfplay/rating/elo.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <tuple>

#include "core/util/interval.hpp"
#include "selfplay/rating/empirical_likelihood.hpp"

namespace jungle {

namespace {

constexpr double kChiSquared95 = 3.841458820694124;  // 95 % quantile with one degree of freedom

constexpr std::size_t kPairScores = std::tuple_size_v<PairCounts>;

double pair_score(std::size_t half_points) {
  return static_cast<double>(half_points) / static_cast<double>(kPairScores - 1);
}

// Mean and variance of the score of a game or the mean score of a pair, whatever the counts are of.
template <std::size_t N>
NormalisedElo normalised(const std::array<std::int64_t, N>& counts, double games_each) {
  double total = 0, sum = 0, squares = 0;
  for (std::size_t k = 0; k < N; ++k) {
    const double score = static_cast<double>(k) / static_cast<double>(N - 1);
    const auto count = static_cast<double>(counts[k]);
    total += count;
    sum += count * score;
    squares += count * score * score;
  }
  if (total == 0) return {};
  const double mean = sum / total;
  const double deviation_of_a_game = std::sqrt(games_each * (squares / total - mean * mean));
  if (!(deviation_of_a_game > 0)) return {};
  return {.elo = kNormalisedEloScale * (mean - 0.5) / deviation_of_a_game,
          .margin = kNormal95 * kNormalisedEloScale / std::sqrt(games_each * total)};
}

// 2 log of the likelihood ratio of the best multinomial to the best one with this mean. Precondition: 0 <
// mean < 1.
double deviance(const PairCounts& pairs, double mean) {
  std::array<double, kPairScores> counts{};
  std::array<double, kPairScores> distances{};
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    counts[k] = static_cast<double>(pairs[k]);
    distances[k] = pair_score(k) - mean;
  }
  return 2 * log_likelihood_lost(counts, distances, tilt_to_zero_mean(counts, distances));
}

// The end of the interval between the observed mean, which it holds, and a bound that it does not.
double interval_end(const PairCounts& pairs, double observed, double bound) {
  double inside = observed;
  double outside = bound;
  for (int i = 0; i < kBisections; ++i) {
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

NormalisedElo normalised_elo(const PairCounts& pairs) { return normalised(pairs, 2); }
NormalisedElo normalised_elo(const GameCounts& games) { return normalised(games, 1); }

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
