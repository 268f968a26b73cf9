#pragma once
// Exact values of endings, for searches and for whoever judges nets. The search owns the interface;
// search/tablebase implements it with tables on disk.
//
//   if (const auto value = table.probe(position)) use(value->result_for_side_to_move);
//
// Values are those of the board alone: draw rules (repetition, no-capture limit, length) are set aside, and a
// game that would never end is a draw. A value says nothing of the position's clock or history.

#include <optional>
#include <string>
#include <string_view>

#include "core/position.hpp"

namespace jungle {

// Under best play: the winner ends the game as soon as it can, the loser as late as it can.
struct EndgameValue {
  int result_for_side_to_move = 0;  // +1 won, 0 drawn, -1 lost
  int plies = 0;                    // to the end of the game; 0 when drawn, or over

  bool operator==(const EndgameValue&) const = default;
};

// Of a move, for the side that makes it, by the value of the position it leads to.
constexpr EndgameValue before_move_to(const EndgameValue& after) {
  const int result = -after.result_for_side_to_move;
  return {.result_for_side_to_move = result, .plies = result == 0 ? 0 : after.plies + 1};
}

std::string_view result_word(const EndgameValue& value);  // win, draw, loss
std::string to_string(const EndgameValue& value);         // "win 13", "draw 0", "loss 6"

// Thread rule: safe. Any number of threads may probe at once.
class EndgameTable {
 public:
  virtual ~EndgameTable() = default;

  // Positions with more animals than this, both sides together, are never known.
  virtual int max_animals() const = 0;

  // Nothing when the table does not hold the position. A position that is over has the value of its outcome.
  virtual std::optional<EndgameValue> probe(const Position& position) const = 0;
};

}  // namespace jungle
