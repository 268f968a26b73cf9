#pragma once
// Finite weights may still overflow on the way through a net. No search can go on with what comes out then,
// so every evaluator that runs a net looks at its results before it hands them on.
//
//   check_finite(requests, results, "c32b4 0123456789abcdef");

#include <span>
#include <string_view>

#include "search/evaluator.hpp"

namespace jungle {

// Throws std::runtime_error, naming the net, when a number of a result is infinite or not a number.
void check_finite(std::span<const EvalRequest> requests, std::span<const EvalResult> results,
                  std::string_view net);

}  // namespace jungle
