#pragma once
// What a table holds, of one side to move.

#include <cstdint>

#include "search/tablebase/value_code.hpp"

namespace jungle::tablebase {

struct Statistics {
  std::uint64_t won = 0;  // placements, mirror images counted, for the side to move
  std::uint64_t drawn = 0;
  std::uint64_t lost = 0;
  std::uint32_t longest_win = 0;        // plies; 0: none is won
  std::uint64_t longest_win_index = 0;  // of the first of them in the file (table_layout.hpp)

  std::uint64_t positions() const { return won + drawn + lost; }
  bool operator==(const Statistics&) const = default;
};

}  // namespace jungle::tablebase
