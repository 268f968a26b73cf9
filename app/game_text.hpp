#pragma once
// Games and moves as the commands read and print them.

#include <string>
#include <string_view>
#include <vector>

#include "core/game.hpp"
#include "core/util/result.hpp"

namespace jungle {

// The position of --fen; the start position when the text is empty.
Result<Position> position_or_start(const std::string& fen, const RuleSet& rules);

// A game from `start` with these moves, separated by spaces. The message says which move is refused and why.
Result<Game> play_moves(const RuleSet& rules, const Position& start, std::string_view moves);

std::vector<std::string> sorted_words(const MoveList& moves);
std::string sorted_text(const MoveList& moves);  // "a1a2 b2b3"

// What the board allows, draw rules set aside; nothing when the game is over by den, capture or no move.
MoveList board_moves(const Position& position, const RuleSet& rules);

}  // namespace jungle
