#pragma once
// What captures are worth: for each placement of a material, the value of the best capture of the side to
// move, read from the endings with one animal less.

#include <array>

#include "search/tablebase/board_moves.hpp"
#include "search/tablebase/solved_endings.hpp"

namespace jungle::tablebase {

// Raises captures[side][placement] to the value of each capture of `side`; kNoValue stays where there is
// none. Placements with squares occupied twice are given anything. Mirror images are left out. Precondition:
// both grids have the material's size; the smaller endings are all there.
void add_capture_values(const Material& material, const RuleSet& rules, const BoardMoves& moves,
                        const SolvedEndings& smaller, std::array<GridValues, 2>& captures);

}  // namespace jungle::tablebase
