#pragma once
// The multinomial that explains observed frequencies best among those under which a given quantity has mean
// zero (Owen 1988; Van den Bergh, "Comments on Normalized Elo", proposition 1.1):
//
//   p_i = f_i / (1 + x v_i),  where x maximises the concave sum of f_i log(1 + x v_i).
//
// The log-likelihood lost by the constraint is that maximum, times the number of observations. x is bounded
// by what keeps all terms positive, seen or not: at a bound the fit moves mass to a value that did not occur.
//
// Thread rule: pure functions.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace jungle {

inline constexpr int kBisections = 60;  // leaves an error below 1e-17 of the bracket

// x above. Precondition: some value is below zero and some is above.
template <std::size_t N>
double tilt_to_zero_mean(const std::array<double, N>& frequencies, const std::array<double, N>& values) {
  double low = -1 / *std::max_element(values.begin(), values.end());
  double high = -1 / *std::min_element(values.begin(), values.end());
  for (int i = 0; i < kBisections; ++i) {
    const double x = (low + high) / 2;
    double slope = 0;
    for (std::size_t k = 0; k < N; ++k) slope += frequencies[k] * values[k] / (1 + x * values[k]);
    (slope > 0 ? low : high) = x;
  }
  return (low + high) / 2;
}

// What the constraint costs: the sum of f_i log(1 + x v_i) at that x; f_i may be counts.
template <std::size_t N>
double log_likelihood_lost(const std::array<double, N>& frequencies, const std::array<double, N>& values,
                           double tilt) {
  double lost = 0;
  for (std::size_t k = 0; k < N; ++k) {
    if (frequencies[k] > 0) lost += frequencies[k] * std::log1p(tilt * values[k]);
  }
  return lost;
}

}  // namespace jungle
