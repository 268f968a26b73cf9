#include "core/util/interval.hpp"

#include <algorithm>
#include <cmath>

#include "core/util/check.hpp"

namespace jungle {

Interval wilson_interval(std::int64_t hits, std::int64_t of) {
  JUNGLE_CHECK(0 <= hits && hits <= of);
  const auto n = static_cast<double>(of);
  return wilson_interval_of_share(of == 0 ? 0 : static_cast<double>(hits) / n, n);
}

Interval wilson_interval_of_share(double share, double draws) {
  JUNGLE_CHECK(0 <= share && share <= 1 && draws >= 0);
  if (draws == 0) return {.low = 0, .high = 1};
  const double n = draws;
  const double z2 = kNormal95 * kNormal95;
  const double centre = (share + z2 / (2 * n)) / (1 + z2 / n);
  const double margin = kNormal95 / (1 + z2 / n) * std::sqrt(share * (1 - share) / n + z2 / (4 * n * n));
  // At the ends the two terms cancel but for rounding.
  return {.low = share == 0 ? 0 : std::max(0.0, centre - margin),
          .high = share == 1 ? 1 : std::min(1.0, centre + margin)};
}

double RunningMean::mean() const { return count_ > 0 ? sum_ / static_cast<double>(count_) : 0; }

Interval RunningMean::interval() const {
  const double middle = mean();
  if (count_ < 2) return {.low = middle, .high = middle};
  const auto n = static_cast<double>(count_);
  const double variance = std::max(0.0, (sum_of_squares_ - n * middle * middle) / (n - 1));
  const double margin = kNormal95 * std::sqrt(variance / n);
  return {.low = middle - margin, .high = middle + margin};
}

}  // namespace jungle
