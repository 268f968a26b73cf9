#pragma once
// From what a search knows of its root moves to the move that is played.

#include <cstddef>
#include <span>

#include "core/util/random.hpp"
#include "search/player.hpp"

namespace jungle {

// Best first: proven wins (the shortest before), then by visits, then by value, then by prior; proven losses
// last (the longest before).
bool better_root_move(const RootMove& a, const RootMove& b);

// The index of the move to play. Temperature 0: the best. Above: drawn in proportion to visits^(1 /
// temperature); still a proven win when there is one, and never a proven loss while there is another move.
// Without any visits, priors stand in for them. Precondition: not empty, temperature >= 0.
std::size_t choose_root_move(std::span<const RootMove> moves, float temperature, Rng& rng);

}  // namespace jungle
