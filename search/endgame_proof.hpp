#pragma once
// Which values of an endgame table hold under the draw rules in force. The table sets them aside
// (search/endgame_table.hpp); a search must not.
//
// A draw always holds. Each side has a way of play by which it never loses on the board, whatever the other
// does; a draw rule can only end that game sooner, and then it is drawn.
//
// A win in p plies holds, and still takes p plies, where no draw rule can end the game on the winner's way.
// The winner plays by the table: whatever the loser does, the distance falls with every ply.
//   - No-capture limit and length: the game ends within p plies, and a win beats a draw rule, so it is enough
//     that p plies are left to the nearer limit. A capture on the way only sets the clock back.
//   - Repetition: since the distance falls, no board comes twice on the way, nor does the present one come
//     again. A third time needs another board that has stood twice since the last capture, in the game or on
//     the search's way to here. Where there is none, the win holds. (Where there is one it may hold all the
//     same; that is not looked into.)
// What ends with the next ply, or has ended, holds at once: a win beats a draw rule.
// And the loser can't be made to lose sooner: its best defence on the board lasts p plies under any draw rule
// that lets it.
//
// This is said of the game as it would go on from here by the rules. A search that takes a second visit of a
// board for a draw already (alpha-beta within its line) may do so: that makes no win.
//
//   holds_under_draw_rules(value, plies_to_limit(rules, clock, plies), [&] { return ...; })

#include <cmath>

#include "search/endgame_table.hpp"

namespace jungle {

// Precondition: the probed position goes on by the rules. `plies_left`: to the nearer of the two limits, see
// plies_to_limit(). `another_board_stood_twice()`: since the last capture, under a rule that draws at the
// third time; asked only where it matters, since the answer takes a while.
template <typename Predicate>
bool holds_under_draw_rules(const EndgameValue& value, int plies_left, Predicate another_board_stood_twice) {
  if (value.result_for_side_to_move == 0 || value.plies <= 1) return true;
  return value.plies <= plies_left && !another_board_stood_twice();
}

// How certain a won or lost value is that may be spoiled, between 0 and 1: the further the end, the likelier
// a draw rule comes first; and a search goes the way on which the end comes nearer. A guess, not a
// measurement.
inline float certainty_of_unproven(int plies) { return std::pow(0.995F, static_cast<float>(plies)); }

}  // namespace jungle
