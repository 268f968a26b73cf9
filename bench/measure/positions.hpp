#pragma once
// What benchmarks run on: the tests' fixed positions, and positions met in random games.

#include <vector>

#include "core/game.hpp"

namespace jungle::bench {

const RuleSet& rules();                         // wango, the default preset
const std::vector<Position>& game_positions();  // 1024, unfinished
std::vector<Game> fixed_games();                // one at each fixed position of tests/support meant for wango

}  // namespace jungle::bench
