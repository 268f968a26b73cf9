#include "app/game_text.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/movegen.hpp"
#include "core/notation.hpp"
#include "core/util/text.hpp"

namespace jungle {

Result<Position> position_or_start(const std::string& fen, const RuleSet& rules) {
  if (fen.empty()) return Position::start(rules);
  return parse_position(fen);
}

Result<Game> play_moves(const RuleSet& rules, const Position& start, std::string_view moves) {
  Game game(rules, start);
  for (const std::string_view word : split_words(moves)) {
    const auto refuse = [&](std::string_view why) {
      return Error{fmt::format("move {}: {}", game.plies() + 1, why)};
    };
    if (!game.outcome().is_ongoing()) {
      return refuse(fmt::format("{} comes when the game is over ({}, {})", printable(word),
                                to_string(game.outcome().result), to_string(game.outcome().reason)));
    }
    const Result<Move> move = parse_legal_move(word, game.position(), rules);
    if (!move) return refuse(move.error());
    game.play(*move);
  }
  return game;
}

std::vector<std::string> sorted_words(const MoveList& moves) {
  std::vector<std::string> words;
  for (const Move move : moves) words.push_back(to_string(move));
  std::ranges::sort(words);
  return words;
}

std::string sorted_text(const MoveList& moves) {
  return fmt::format("{}", fmt::join(sorted_words(moves), " "));
}

MoveList board_moves(const Position& position, const RuleSet& rules) {
  MoveList moves;
  if (board_outcome(position, rules).is_ongoing()) generate_legal(position, rules, moves);
  return moves;
}

}  // namespace jungle
