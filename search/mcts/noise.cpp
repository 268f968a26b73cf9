#include "search/mcts/noise.hpp"

#include <array>

#include "core/move.hpp"
#include "core/util/check.hpp"

namespace jungle {

void mix_dirichlet_noise(std::span<float> priors, float fraction, float alpha, Rng& rng) {
  JUNGLE_CHECK(!priors.empty() && priors.size() <= kMaxMoves && alpha > 0);
  std::array<double, kMaxMoves> noise{};
  double sum = 0;
  for (std::size_t i = 0; i < priors.size(); ++i) sum += noise[i] = rng.gamma(alpha);
  for (std::size_t i = 0; i < priors.size(); ++i) {
    // With a tiny alpha every draw can round to zero.
    const double share = sum > 0 ? noise[i] / sum : 1.0 / static_cast<double>(priors.size());
    priors[i] = static_cast<float>((1 - fraction) * priors[i] + fraction * share);
  }
}

}  // namespace jungle
