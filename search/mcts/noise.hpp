#pragma once
// Dirichlet noise for the priors of a root, so that self-play tries every move now and then.

#include <span>

#include "core/util/random.hpp"

namespace jungle {

// priors = (1 - fraction) * priors + fraction * Dirichlet(alpha, ..., alpha). A sum of 1 stays 1.
// Precondition: not empty, alpha > 0.
void mix_dirichlet_noise(std::span<float> priors, float fraction, float alpha, Rng& rng);

}  // namespace jungle
