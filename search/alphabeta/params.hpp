#pragma once
// Settings of the alpha-beta player.

namespace jungle {

class EndgameTable;

struct AlphaBetaParams {
  int table_mb = 16;  // memory of the transposition table; 0: search without one

  // Plain minimax to the given depth, only faster: no table, no quiescence, no pruning, no reductions, draws
  // exactly by the rules. What tests compare with a slow reference; for play it is much weaker at equal time.
  bool exact = false;

  // Exact endings (search/endgame_proof.hpp says when they hold), or null. Of the rules of the games
  // searched; outlives the search.
  const EndgameTable* endgame_table = nullptr;
};

}  // namespace jungle
