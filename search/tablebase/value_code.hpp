#pragma once
// An ending's value in one byte, ordered by what the side to move prefers: a longer loss is better than a
// shorter one, a draw than any loss, a win than a draw, a shorter win than a longer one.
//
//   0           none: no such position, or no such move
//   1 .. 127    lost in 0, 2, .. 252 plies
//   128         drawn
//   129 .. 255  won in 253, .. 3, 1 plies
//
// Losses take an even number of plies and wins an odd one: the loser is to move when the game is over. So
// the value of a move into a position is arithmetic on the position's code, and the best move is the largest.

#include <cstdint>

#include "search/endgame_table.hpp"

namespace jungle::tablebase {

using ValueCode = std::uint8_t;

inline constexpr ValueCode kNoValue = 0;
inline constexpr ValueCode kDrawCode = 128;
inline constexpr int kMaxWinPlies = 253;

constexpr ValueCode loss_in(int plies) { return static_cast<ValueCode>(1 + plies / 2); }
constexpr ValueCode win_in(int plies) { return static_cast<ValueCode>(255 - plies / 2); }
constexpr bool is_loss(ValueCode code) { return code != kNoValue && code < kDrawCode; }
constexpr bool is_win(ValueCode code) { return code > kDrawCode; }
constexpr int plies_of(ValueCode code) {
  if (is_loss(code)) return 2 * (code - 1);
  return is_win(code) ? 2 * (255 - code) + 1 : 0;
}

// Of the mover, whose opponent is then to move at `code`. Precondition: not won in 253, which has none.
constexpr ValueCode before_move_to(ValueCode code) {
  return static_cast<ValueCode>((code > kDrawCode ? 1 : 0) - code);
}

// Precondition: not kNoValue.
constexpr EndgameValue to_value(ValueCode code) {
  return {.result_for_side_to_move = is_win(code) ? 1 : is_loss(code) ? -1 : 0, .plies = plies_of(code)};
}

static_assert(before_move_to(kNoValue) == kNoValue && before_move_to(kDrawCode) == kDrawCode);
static_assert(before_move_to(loss_in(0)) == win_in(1) && before_move_to(win_in(1)) == loss_in(2));
static_assert(before_move_to(loss_in(252)) == win_in(253) && is_win(win_in(253)) && is_loss(loss_in(252)));

}  // namespace jungle::tablebase
