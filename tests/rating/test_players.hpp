#pragma once
// Players whose strength or faults a test knows.

#include <functional>
#include <string>

#include "selfplay/rating/match.hpp"

namespace jungle::test {

// Chooses any legal move from the seed the match gives it.
Contestant random_contestant();

// Enters the den when it can, else takes what it can, else moves at random: far stronger than random.
Contestant greedy_contestant();

// Always the first legal move: deterministic, and no game between two of them ends by itself soon.
Contestant first_move_contestant();

// Plays the first legal move `moves` times in a game, then forfeits by this.
Contestant forfeiting_contestant(int moves, Forfeit forfeit);

// Calls `watch` with each game it is asked about, then plays the first legal move.
Contestant watching_contestant(std::function<void(const Game&)> watch);

}  // namespace jungle::test
