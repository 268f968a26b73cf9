#pragma once
// A ply above a table: what the moves of a position are worth, by the values of the positions they lead to.

#include <optional>
#include <vector>

#include "core/move.hpp"
#include "core/rules.hpp"
#include "search/endgame_table.hpp"

namespace jungle {

struct ValuedMove {
  Move move;
  EndgameValue value;  // of the position before it, if it is played: for the side that moves
};

// Whether the side to move would rather have `a`: a win before a draw before a loss, a shorter win, a longer
// loss.
bool is_better(const EndgameValue& a, const EndgameValue& b);

// The legal moves, best first, equal ones in the generator's order; none when the board says the game is
// over. Nothing when the table does not know one of the positions.
std::optional<std::vector<ValuedMove>> valued_moves(const EndgameTable& table, const Position& position,
                                                    const RuleSet& rules);

// Best play of both sides to the end of the game, or as many plies of it; the first of equal moves. Shorter
// when the table does not know a position.
std::vector<Move> best_line(const EndgameTable& table, Position position, const RuleSet& rules,
                            int max_plies);

}  // namespace jungle
