#pragma once
// Random positions for tests and benchmarks: met in random games, and placed at random. Reproducible from the
// Rng.

#include <vector>

#include "core/position.hpp"
#include "core/rules.hpp"
#include "core/util/random.hpp"

namespace jungle::test {

// A uniformly chosen legal move; precondition: there is one.
Move random_move(const Position& position, const RuleSet& rules, Rng& rng);

// The unfinished positions of random games from the start position, one game after the other; draw rules are
// set aside.
std::vector<Position> random_game_positions(const RuleSet& rules, int count, Rng& rng);

// A few animals (two to eight, at least one a side) crowded around rivers, traps and dens, either side to
// move, so that rules which hardly matter in games are met all the time. Some are finished games: an animal
// on the enemy den, rarely one side empty.
Position random_sparse_position(Rng& rng);

// All sixteen animals, or nearly, anywhere they may stand.
Position random_crowded_position(Rng& rng);

}  // namespace jungle::test
