#pragma once
// Where self-play games begin. From the start position alone young nets only shuffle; random placements show
// them captures, dens and endings at once.

#include "core/game.hpp"
#include "core/util/random.hpp"

namespace jungle {

// A position that is not over: one side gets 2 to 8 animals, the other as many give or take one (at least
// one), which ones and where is drawn evenly from what the board allows, dens excluded; either side moves
// first.
Position random_placement(const RuleSet& rules, Rng& rng);

// Plays 0 to max_plies random legal moves, as many as drawn; stops before a move that would end the game.
void play_random_opening(Game& game, int max_plies, Rng& rng);

}  // namespace jungle
