#pragma once
// Text forms. Squares a1..g9; moves from+to (g3g4, leaps a5d5); positions as in docs/rules.md:
//
//   l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L r 0 1
//
// rows 9 to 1, digits for gaps, letters R C D W P T L E (J is read as P), upper case Red, lower case Blue;
// side to move r or b (w is read as r); plies since the last capture; full-move number. The counters may be
// missing on input (0 and 1).

#include <string>
#include <string_view>

#include "core/move.hpp"
#include "core/position.hpp"
#include "core/rules.hpp"
#include "core/util/result.hpp"

namespace jungle {

std::string to_string(Square square);
std::string to_string(Move move);
std::string to_string(const Position& position);
char to_char(Piece piece);                  // 'E' for Red's elephant, 'e' for Blue's
std::string_view to_string(Side side);      // red, blue
std::string_view to_string(Animal animal);  // rat ... elephant

Result<Position> parse_position(std::string_view text);
Result<Move> parse_move(std::string_view text);  // the form only

// The form and the rules: a move the side to move may make, or the reason why it may not (rank, water, own
// den, a blocked leap, a trapped attacker, ...). Judges the board alone: whether the game is over is the
// caller's question.
Result<Move> parse_legal_move(std::string_view text, const Position& position, const RuleSet& rules);
// Precondition: !is_legal(position, rules, move). Example: "the wolf (4) may not take the lion (7)".
std::string why_illegal(const Position& position, const RuleSet& rules, Move move);

// The board for people: ten lines with coordinates, water ~, traps ^, dens *.
std::string board_diagram(const Position& position);

}  // namespace jungle
