#pragma once
// A position with all that the table knows of it and of what follows: what answers are measured against.

#include <array>
#include <optional>

#include "core/move.hpp"
#include "core/position.hpp"
#include "core/rules.hpp"
#include "search/endgame_table.hpp"
#include "search/evaluator.hpp"

namespace jungle {

struct TruthQuestion {
  Position position;
  MoveList moves;      // the legal ones, in the generator's order
  EndgameValue value;  // of best play, for the side to move
  // Parallel to the moves: of each one with best play after it, for the side that makes it.
  std::array<EndgameValue, kMaxMoves> by_move{};

  // Whether the game still ends as it should after the move.
  bool keeps(int move) const {
    return by_move[static_cast<std::size_t>(move)].result_for_side_to_move == value.result_for_side_to_move;
  }
};

// None when the table does not know the position or one that follows. Precondition: the game is not over.
std::optional<TruthQuestion> truth_question(const EndgameTable& table, const RuleSet& rules,
                                            const Position& position);

// What somebody says of a question's position.
struct TruthAnswer {
  Wdl wdl_for_side_to_move;
  int move = 0;  // the one to play, an index into the question's moves
};

}  // namespace jungle
