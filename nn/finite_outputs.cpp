#include "nn/finite_outputs.hpp"

#include <cmath>
#include <stdexcept>
#include <string>

namespace jungle {

void check_finite(std::span<const EvalRequest> requests, std::span<const EvalResult> results,
                  std::string_view net) {
  for (std::size_t i = 0; i < requests.size(); ++i) {
    const EvalResult& result = results[i];
    const Wdl& wdl = result.wdl_for_side_to_move;
    // One sum stands for all: none of its parts is negative, so an infinite one can't be cancelled.
    float sum = result.plies_left + wdl.win + wdl.draw + wdl.loss;
    const auto moves = static_cast<std::size_t>(requests[i].legal_moves->size());
    for (std::size_t move = 0; move < moves; ++move) sum += result.priors[move];
    if (!std::isfinite(sum))
      throw std::runtime_error("net " + std::string(net) +
                               " gives outputs that are not finite: its weights are too large, or broken");
  }
}

}  // namespace jungle
