#pragma once
// The two symmetries of the game. Mirror (a<->g) maps legal moves to legal moves under every rule set. The
// side swap (half turn and exchange of colours) does too, for boards with the other side to move.

#include "core/move.hpp"
#include "core/position.hpp"

namespace jungle {

constexpr Square mirrored(Square square) { return square_at(kColumns - 1 - column(square), row(square)); }
constexpr Move mirrored(Move move) { return Move(mirrored(move.from()), mirrored(move.to())); }
constexpr Move turned(Move move) { return Move(turned(move.from()), turned(move.to())); }

Position mirrored(const Position& position);
Position side_swapped(const Position& position);

}  // namespace jungle
