#pragma once
// Settings of the alpha-beta player.

namespace jungle {

struct AlphaBetaParams {
  int table_mb = 16;  // memory of the transposition table; 0: search without one

  // Plain minimax to the given depth, only faster: no table, no quiescence, no pruning, no reductions, draws
  // exactly by the rules. What tests compare with a slow reference; for play it is much weaker at equal time.
  bool exact = false;
};

}  // namespace jungle
