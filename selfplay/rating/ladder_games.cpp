#include "selfplay/rating/ladder_games.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/notation.hpp"
#include "core/util/text.hpp"

namespace jungle {

namespace {

Status play_words(Game& game, std::string_view moves) {
  for (const std::string_view word : split_words(moves)) {
    if (!game.outcome().is_ongoing()) return Error{"it goes on after its end"};
    const Result<Move> move = parse_legal_move(word, game.position(), game.rules());
    if (!move) return Error{move.error()};
    game.play(*move);
  }
  return Done{};
}

std::optional<ForfeitReason> forfeit_reason(std::string_view word) {
  for (int i = 0; i < kForfeitReasons; ++i) {
    const auto reason = static_cast<ForfeitReason>(i);
    if (to_string(reason) == word) return reason;
  }
  return std::nullopt;
}

Error bad_pair(const LadderPair& pair, const std::string& why) {
  return Error{"pair " + std::to_string(pair.id) + " is no game under these rules: " + why};
}

}  // namespace

Result<Game> opening_of_pair(const LadderPair& pair, const RuleSet& rules) {
  Game game(rules);
  if (!pair.start.empty()) {
    const Result<Position> start = parse_position(pair.start);
    if (!start) return bad_pair(pair, start.error());
    game = Game(rules, *start);
  }
  if (const Status played = play_words(game, pair.opening); !played) return bad_pair(pair, played.error());
  if (!game.outcome().is_ongoing()) return bad_pair(pair, "it is over when it begins");
  return game;
}

bool is_forfeit(std::string_view termination) { return forfeit_reason(termination).has_value(); }

Result<std::string> ladder_game_pgn(const LadderPair& pair, const LadderGame& game, const RuleSet& rules,
                                    std::span<const PgnPlayer> players) {
  Result<Game> played = opening_of_pair(pair, rules);
  if (!played) return Error{played.error()};
  MatchGame record;
  record.opening_plies = played->plies();
  if (const Status moves = play_words(*played, game.moves); !moves) return bad_pair(pair, moves.error());
  record.index = static_cast<int>(2 * (pair.id - 1)) + game.game;
  record.side_of_a = game.game == 0 ? rules.fields().first_side : !rules.fields().first_side;
  record.moves = played->moves();
  record.outcome = played->outcome();
  if (!pair.start.empty()) record.start = played->start_position();
  const Side first = rules.fields().first_side;
  if (const auto reason = forfeit_reason(game.termination); reason && record.outcome.is_ongoing()) {
    const Side loser = game.half_points_of_first == 2 ? !first : first;
    record.outcome = win_for(!loser, EndReason::kNone);
    record.forfeit = GameForfeit{.loser = loser, .why = {.reason = *reason, .text = game.forfeit}};
  }
  if (record.outcome.is_ongoing() || record.outcome.value_for(first) + 1 != game.half_points_of_first)
    return bad_pair(pair, "its moves don't lead to its result");
  return match_game_pgn(record, rules, players[static_cast<std::size_t>(pair.first)],
                        players[static_cast<std::size_t>(pair.second)]);
}

}  // namespace jungle
