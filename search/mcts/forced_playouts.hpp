#pragma once
// Forced playouts, and what they leave taken out again (Wu, "Accelerating Self-Play Learning in Go", 2019,
// section 3.2): noise proposes moves, but a move whose first value is poor gets no second look from PUCT. So
// each move of a noisy root that was visited gets at least
//
//   forced = sqrt(k * prior * N)       prior: with noise; N: visits of all moves
//
// visits. They serve the values; a policy is not to learn them, so they are taken out of the counts
// afterwards: of each move but the best, as many as were forced, as long as PUCT would still rather look at
// the best one than at the move; and a move that is down to one visit is left out.
//
//   if (const auto owed = owed_visit(moves, noisy_priors, k)) visit(*owed); else visit(by PUCT);
//   take_out_forced(moves, noisy_priors, k, cpuct * scale, counts);
//
// `moves` are what is known of each move of a root, `noisy_priors` are parallel to them. Pure functions;
// thread rule: safe.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "search/player.hpp"

namespace jungle {

// The first move that has visits, but fewer than are forced; none: PUCT chooses. Proven moves are owed
// nothing.
std::optional<std::size_t> owed_visit(std::span<const RootMove> moves, std::span<const float> noisy_priors,
                                      float k);

// Fills `counts`, parallel to the moves, with their visits less those that were only forced. `exploration` is
// the factor of prior * sqrt(1 + N) / (1 + n) in PUCT. The best move, by better_root_move(), keeps all.
void take_out_forced(std::span<const RootMove> moves, std::span<const float> noisy_priors, float k,
                     float exploration, std::span<std::uint32_t> counts);

}  // namespace jungle
