#include "app/play/saved_game.hpp"

#include <utility>

#include <fmt/format.h>

#include "core/notation.hpp"
#include "core/util/file.hpp"
#include "core/util/text.hpp"
#include "selfplay/data/pgn.hpp"
#include "selfplay/data/pgn_reader.hpp"
#include "selfplay/rating/match.hpp"

namespace jungle {
namespace {

constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 26;

std::optional<PgnEnding> ending_of(const Table& table) {
  if (!table.settlement()) return std::nullopt;
  if (*table.settlement() == Settlement::kDrawAgreed)
    return PgnEnding{{GameResult::kDraw, EndReason::kNone}, "agreement"};
  const Side loser = *table.settlement() == Settlement::kRedResigned ? Side::kRed : Side::kBlue;
  return PgnEnding{win_for(!loser, EndReason::kNone), std::string(kResignation)};
}

// The same moves under other rules; refused when these end the game before its last move.
Result<Game> played_under(const RuleSet& rules, const Game& game) {
  Game again(rules, game.start_position());
  for (const Move move : game.moves()) {
    if (!again.outcome().is_ongoing())
      return Error{fmt::format("the game goes on after its end at ply {} ({})", again.plies(),
                               to_string(again.outcome().reason))};
    again.play(move);
  }
  return again;
}

// A result that the board does not give was made by the people.
void settle(Table& table, std::string_view result) {
  if (table.is_over() || result == "*") return;
  const Side first = table.game().rules().fields().first_side;
  if (result == "1/2-1/2") return table.agree_draw();
  table.resign(result == "1-0" ? !first : first);
}

}  // namespace

void save_game(const std::string& path, const SavedGame& saved) {
  write_file_atomically(path, pgn_text({.game = &saved.table.game(),
                                        .first_player = saved.first_player,
                                        .second_player = saved.second_player,
                                        .event = "play",
                                        .ending = ending_of(saved.table)}));
}

Result<SavedGame> load_game(const std::string& path, const RuleSet& rules) {
  const Result<std::string> text = read_file(path, kMostBytes);
  if (!text) return Error{text.error()};
  const auto refuse = [&](std::string_view why) { return Error{fmt::format("{}: {}", path, why)}; };
  PgnReader reader(*text, {rules});
  const std::optional<Result<PgnRecord>> first = reader.next();
  if (!first) return refuse("there is no game in it");
  if (!*first) return refuse(first->error());
  const PgnRecord& record = **first;
  const Result<Game> game = played_under(with_length_limit(record.game.rules()), record.game);
  if (!game) return refuse(game.error());
  SavedGame saved{Table(*game), std::string(record.tag("White")), std::string(record.tag("Black")),
                  !reader.next()};
  settle(saved.table, record.result);
  return saved;
}

}  // namespace jungle
