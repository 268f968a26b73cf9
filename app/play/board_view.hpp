#pragma once
// The board for people at a terminal: letters with ranks ("E8", Blue's in lower case), the last move in
// brackets, destinations marked; in colours, or in plain ASCII.
//
//   write_out(board_view(game.position(), game.rules(), {.colours = true, .last = game.moves().back()}));
//
// Plain signs: ~ water, ^ trap, * den; they stand behind an animal that is on one. + is a destination, x one
// where an animal is taken. Thread rule: pure functions.

#include <optional>
#include <string>

#include "core/position.hpp"

namespace jungle {

struct BoardViewOptions {
  bool colours = false;
  Side bottom = Side::kRed;  // whose den is nearest
  std::optional<Move> last = std::nullopt;
  Bitboard destinations = {};  // of the animal that is looked at
};

std::string board_view(const Position& position, const RuleSet& rules, const BoardViewOptions& options);

// "E8": letter and rank, as on the board.
std::string piece_text(Piece piece, const RuleSet& rules);
// "elephant E8".
std::string piece_name(Piece piece, const RuleSet& rules);

// "Red lost R1 C2." for each side that lost something against the eight animals; empty when none did.
std::string losses_text(const Position& position, const RuleSet& rules);

}  // namespace jungle
