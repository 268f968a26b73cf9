#pragma once
// Positions as a net's own games have them: from random openings every move is drawn from the net's policy.

#include <vector>

#include "search/evaluator.hpp"
#include "tests/support/sample_positions.hpp"

namespace jungle::bench {

// The same for the same evaluator. Precondition: evaluator.max_batch() >= kNetGamesAtOnce.
inline constexpr int kNetGamesAtOnce = 64;
std::vector<test::SamplePosition> net_game_positions(Evaluator& evaluator, int count);

}  // namespace jungle::bench
