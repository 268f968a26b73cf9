#pragma once
// What a search says of its root, as the interfaces want it. All values are for the side to move at the root.
// While a search runs, every number is one of that moment, and they may not quite agree.
// Precondition of all: the root is open, and `game` is the game that led to it.

#include <span>
#include <vector>

#include "search/mcts/tree.hpp"
#include "search/player.hpp"

namespace jungle {

// What is known of the move of edge `edge`. A proven move has the value of its end, discounted once for each
// ply to it.
RootMove root_move(const Tree& tree, const Position& position, int edge, float value_discount);

// In the order of `legal_moves`, the generator's.
std::vector<RootMove> root_moves(const Tree& tree, const Game& game, const MoveList& legal_moves,
                                 float value_discount);

// The line both sides are expected to follow, beginning with `first`; ends where the tree has no visits.
std::vector<Move> principal_variation(const Tree& tree, const Game& game, Move first);

// Of the root moves, which are sorted, those that were visited or are proven, with their lines: `count` at
// the most.
std::vector<SearchLine> best_lines(const Tree& tree, const Game& game, std::span<const RootMove> best_first,
                                   int count);

int proven_value(NodeState state);  // +1 win, -1 loss, 0 neither, for the side to move there
float discounted(int proven_value, int plies_to_end, float value_discount);

}  // namespace jungle
