#pragma once
// The --stdin forms that take a position a line: "position|answer", or "position|error ..." for a line that
// has none; then the rest goes on.

#include <functional>
#include <string>

#include "core/position.hpp"
#include "core/util/result.hpp"

namespace jungle {

// Answers every line of standard input; blank ones are passed over, for they can't be positions. The exit
// code: kExitUsage when any line had no answer.
int answer_positions(const std::function<Result<std::string>(const Position&)>& answer);

}  // namespace jungle
