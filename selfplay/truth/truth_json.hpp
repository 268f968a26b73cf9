#pragma once
// Truth as JSON: for `net truth --json` and for the lines of metrics.jsonl (docs/formats.md).

#include <nlohmann/json_fwd.hpp>

#include "selfplay/truth/truth.hpp"

namespace jungle {

// A list with an object for each number of animals.
nlohmann::ordered_json to_json(const std::vector<TruthGroup>& groups);

}  // namespace jungle
