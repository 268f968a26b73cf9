#pragma once
// What `jungle tablebase stats` prints of tables.

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "search/tablebase/tablebase.hpp"

namespace jungle {

// A line a material and side to move, totals, and the longest win of all with its line.
std::string tablebase_text(const Tablebase& tablebase);
nlohmann::ordered_json tablebase_json(
    const Tablebase& tablebase);  // every material's longest win with its line

}  // namespace jungle
