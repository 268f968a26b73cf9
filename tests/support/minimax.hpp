#pragma once
// Plain minimax over Game: no pruning, no order, no table, every rule by the game's own outcome. The slow
// truth that alpha-beta's exact mode is compared with.

#include <functional>

#include "core/game.hpp"

namespace jungle::test {

struct MinimaxScale {
  int win = 30000;                                            // at the root; one less for each ply to it
  std::function<int(const Position&)> leaf_for_side_to_move;  // of an unfinished game
};

// The score for the side to move, `depth` plies deep; `game` is as before afterwards.
int minimax(Game& game, int depth, const MinimaxScale& scale);

}  // namespace jungle::test
