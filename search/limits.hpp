#pragma once
// When a search has to stop. Whatever is reached first counts; 0 is "no such limit". At least one legal move
// is always returned.

#include <cstdint>

namespace jungle {

struct Limits {
  std::int64_t visits =
      0;  // MCTS: visits of the root gained by this search, those of a reused tree not counted
  std::int64_t nodes = 0;  // alpha-beta: positions searched
  int depth = 0;           // alpha-beta: plies
  int movetime_ms = 0;     // wall-clock time for this move
  bool infinite = false;   // until the stop token says so
  // No limit: a position with one legal move is searched like any other. For analysis.
  bool search_single_move = false;

  bool none() const { return visits == 0 && nodes == 0 && depth == 0 && movetime_ms == 0 && !infinite; }
};

}  // namespace jungle
