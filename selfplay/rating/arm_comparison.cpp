#include "selfplay/rating/arm_comparison.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "core/util/check.hpp"

namespace jungle {
namespace {

constexpr double kNormal975 = 1.959963984540054;

double elo_of(const PoolFit& fit, int player) { return fit.ratings[static_cast<std::size_t>(player)].elo; }

struct Sample {
  double mean = 0;
  double variance_of_mean = 0;  // by the spread of its members; 0 for one
  double degrees = 0;
};

Sample sample_of(const PoolFit& fit, std::span<const int> arm) {
  const auto count = static_cast<double>(arm.size());
  Sample sample{.degrees = count - 1};
  for (const int player : arm) sample.mean += elo_of(fit, player) / count;
  if (arm.size() < 2) return sample;
  double squares = 0;
  for (const int player : arm) squares += std::pow(elo_of(fit, player) - sample.mean, 2);
  sample.variance_of_mean = squares / (count - 1) / count;
  return sample;
}

// Of the difference of the means, by the games.
double games_variance(const PoolFit& fit, std::span<const int> first, std::span<const int> second) {
  std::vector<double> weights(fit.covariance.size());
  for (const int player : first)
    weights[static_cast<std::size_t>(player)] -= 1 / static_cast<double>(first.size());
  for (const int player : second)
    weights[static_cast<std::size_t>(player)] += 1 / static_cast<double>(second.size());
  const std::vector<double> image = fit.covariance.times(weights);
  double variance = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) variance += weights[i] * image[i];
  return std::max(variance, 0.0);
}

// Welch (1947) and Satterthwaite (1946): the degrees of freedom of a sum of two estimated variances.
double welch_degrees(const Sample& a, const Sample& b) {
  const double sum = a.variance_of_mean + b.variance_of_mean;
  if (sum <= 0) return a.degrees + b.degrees;
  const double doubt = a.variance_of_mean * a.variance_of_mean / a.degrees +
                       b.variance_of_mean * b.variance_of_mean / b.degrees;
  return sum * sum / doubt;
}

}  // namespace

// The distribution function is integrated by Simpson's rule, and the point found by halving.
double student_t_975(double degrees) {
  JUNGLE_CHECK(degrees >= 1);
  constexpr double kMany = 1e4;
  if (degrees > kMany) return kNormal975;
  constexpr double kPi = 3.14159265358979323846;
  const double scale =
      std::exp(std::lgamma((degrees + 1) / 2) - std::lgamma(degrees / 2)) / std::sqrt(degrees * kPi);
  const auto density = [&](double x) { return scale * std::pow(1 + x * x / degrees, -(degrees + 1) / 2); };
  const auto mass_below = [&](double t) {  // between 0 and t
    constexpr int kIntervals = 400;
    const double step = t / kIntervals;
    double sum = density(0) + density(t);
    for (int i = 1; i < kIntervals; ++i) sum += (i % 2 == 1 ? 4 : 2) * density(i * step);
    return sum * step / 3;
  };
  double low = 1, high = 13;  // with one degree it is 12.7
  while (high - low > 1e-9) {
    const double middle = (low + high) / 2;
    (mass_below(middle) < 0.475 ? low : high) = middle;
  }
  return low;
}

ArmDifference compare_arms(const PoolFit& fit, std::span<const int> first, std::span<const int> second) {
  JUNGLE_CHECK(!first.empty() && !second.empty());
  const Sample a = sample_of(fit, first), b = sample_of(fit, second);
  ArmDifference difference{.elo = b.mean - a.mean,
                           .games_margin = kNormal975 * std::sqrt(games_variance(fit, first, second)),
                           .seeds_counted = first.size() > 1 && second.size() > 1};
  double margin = difference.games_margin;
  if (difference.seeds_counted)
    margin = std::max(
        margin, student_t_975(welch_degrees(a, b)) * std::sqrt(a.variance_of_mean + b.variance_of_mean));
  difference.low = difference.elo - margin;
  difference.high = difference.elo + margin;
  return difference;
}

}  // namespace jungle
