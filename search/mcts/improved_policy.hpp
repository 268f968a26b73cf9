#pragma once
// The policy that the values of a search make of the prior (Danihelka et al., "Policy improvement by planning
// with Gumbel", ICLR 2022, section 4 and appendix D): softmax over the moves of
//
//   log prior + sigma(q),   sigma(q) = scale * (50 + most visits of a move) / 80 * q
//
// q in [-1, 1] for the side to move. A visited or proven move has its mean value (a proven one that of the
// end it leads to), an unvisited one the completed value, with N the sum of visits and raw the net's own
// value:
//
//   (raw + N * sum over visited (prior * q) / sum over visited (prior)) / (1 + N)
//
// Pure functions; thread rule: safe.

#include <span>

#include "search/player.hpp"

namespace jungle {

// Fills `logits`, parallel to `moves`. Finite, whatever the priors are, when the values are. Precondition: of
// one size.
void improved_logits(std::span<const RootMove> moves, double raw_value, double scale,
                     std::span<double> logits);

}  // namespace jungle
