#include "search/uniform_evaluator.hpp"

#include <algorithm>

namespace jungle {

void UniformEvaluator::evaluate(std::span<const EvalRequest> requests, std::span<EvalResult> results) {
  JUNGLE_CHECK(requests.size() == results.size());
  for (std::size_t i = 0; i < requests.size(); ++i) {
    const int moves = requests[i].legal_moves->size();
    results[i].wdl_for_side_to_move = Wdl{};
    results[i].plies_left = 0;
    std::fill_n(results[i].priors.begin(), moves, 1.0F / static_cast<float>(moves));
  }
}

}  // namespace jungle
