#include "core/util/random.hpp"

#include <numbers>

namespace jungle {

double Rng::normal() {
  const double radius = std::sqrt(-2.0 * std::log(1.0 - uniform()));
  return radius * std::cos(2.0 * std::numbers::pi * uniform());
}

double Rng::gamma(double shape) {
  if (shape < 1.0) return gamma(shape + 1.0) * std::pow(1.0 - uniform(), 1.0 / shape);
  const double d = shape - 1.0 / 3.0;
  const double c = 1.0 / std::sqrt(9.0 * d);
  for (;;) {
    const double x = normal();
    const double v = (1.0 + c * x) * (1.0 + c * x) * (1.0 + c * x);
    if (v <= 0.0) continue;
    const double u = 1.0 - uniform();
    if (std::log(u) < 0.5 * x * x + d - d * v + d * std::log(v)) return d * v;
  }
}

double Rng::gumbel() {
  const double between_0_and_1 = (static_cast<double>((*this)() >> 12) + 0.5) * 0x1p-52;  // neither of them
  return -std::log(-std::log(between_0_and_1));
}

}  // namespace jungle
