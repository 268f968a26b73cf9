#pragma once
// Tree searches as the parts of `jungle bench` run them: of the start position, from an empty tree. Positions
// that the solver ends early would be a measure of something else.

#include <cstdint>
#include <memory>
#include <vector>

#include "bench/measure/positions.hpp"
#include "bench/measure/rounds.hpp"
#include "search/mcts/search.hpp"

namespace jungle::bench {

// A thread for each evaluator.
std::unique_ptr<MctsPlayer> make_player(std::vector<std::unique_ptr<Evaluator>> evaluators,
                                        const MctsParams& params);
// With evaluators that know nothing and cost nothing: the tree alone.
std::unique_ptr<MctsPlayer> make_uniform_player(int threads);

// Items: visits. `player` outlives the work.
Work search_from_empty(MctsPlayer& player, std::int64_t visits, Timing timing);

}  // namespace jungle::bench
