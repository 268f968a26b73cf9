#pragma once
// What a finished search says of its root, as the interfaces want it. All values are for the side to move at
// the root. Precondition of all: the root is open, no search runs, and `game` is the game that led to it.

#include <vector>

#include "search/mcts/tree.hpp"
#include "search/player.hpp"

namespace jungle {

// In the order of `legal_moves`, the generator's. A proven move has the value of its end, discounted once for
// each ply to it.
std::vector<RootMove> root_moves(const Tree& tree, const Game& game, const MoveList& legal_moves,
                                 float value_discount);

// The line both sides are expected to follow, beginning with `first`; ends where the tree has no visits.
std::vector<Move> principal_variation(const Tree& tree, const Game& game, Move first);

int proven_value(NodeState state);  // +1 win, -1 loss, 0 neither, for the side to move there
float discounted(int proven_value, int plies_to_end, float value_discount);

}  // namespace jungle
