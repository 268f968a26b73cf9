#pragma once
// What the net sees and how moves become policy indices. The only place that knows planes; versioned, since
// weights depend on it.
//
// The board is turned by half a turn for Blue, so that the side to move always plays upward from the bottom:
// "own" is the side to move. Layout of one encoded position: [square of the turned board, 0..62][plane],
// float, NHWC. docs/formats.md lists the planes of this version.

#include <span>

#include "core/move.hpp"
#include "core/piece.hpp"
#include "search/evaluator.hpp"

namespace jungle {

inline constexpr int kPlanesVersion = 1;
inline constexpr int kPlanes = 36;
inline constexpr int kEncodedSize = kSquares * kPlanes;

// A policy index is square * 4 + direction, both as the side to move sees them (direction 0 up, 1 down, 2
// left, 3 right). A step and a leap in the same direction share an index: they can't both be legal.
inline constexpr int kPolicySize = kSquares * 4;
int policy_index(Move move, Side side_to_move);
// The way back needs the position's legal moves. Returns Move() when none of them has this index.
Move move_of_policy_index(int policy_index, Side side_to_move, const MoveList& legal_moves);

// Writes every element of `planes`, kEncodedSize floats. The request's legal moves are not looked at.
void encode(const EvalRequest& request, std::span<float> planes);

}  // namespace jungle
