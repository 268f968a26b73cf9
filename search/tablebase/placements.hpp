#pragma once
// Positions from places in a table.

#include <cstdint>
#include <optional>

#include "core/position.hpp"
#include "search/tablebase/table_file.hpp"

namespace jungle::tablebase {

// The position at an index of the table's layout; nothing when two animals would share a square.
std::optional<Position> position_of(const TableFile& file, std::uint64_t at, Side to_move);

// A position in which the side to move wins, as late as any; nothing when none is won.
std::optional<Position> longest_win(const TableFile& file, Side to_move);

}  // namespace jungle::tablebase
