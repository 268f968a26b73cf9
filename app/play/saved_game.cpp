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
  return PgnEnding{win_for(!loser, EndReason::kNone), "resignation"};
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

// The games of a file as its RuleSet tags have it; where these name no preset but `rules`, under `rules`.
Result<PgnRecord> first_record(std::string_view text, const RuleSet& rules) {
  std::optional<Result<PgnRecord>> record = PgnReader(text, std::nullopt).next();
  if (record && !*record) {
    std::optional<Result<PgnRecord>> here = PgnReader(text, rules).next();
    if (here && *here && (**here).tag("RuleSet") == rules.name()) record = std::move(here);
  }
  if (!record) return Error{"there is no game in it"};
  return *std::move(record);
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
  const Result<PgnRecord> record = first_record(*text, rules);
  if (!record) return refuse(record.error());
  const RuleSet& named = record->game.rules();
  const Result<Game> game =
      played_under(with_length_limit(named.name() == rules.name() ? rules : named), record->game);
  if (!game) return refuse(game.error());
  SavedGame saved{Table(*game), std::string(record->tag("White")), std::string(record->tag("Black"))};
  settle(saved.table, record->result);
  return saved;
}

}  // namespace jungle
