#include "selfplay/data/record_check.hpp"

#include <charconv>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "core/util/text.hpp"
#include "selfplay/data/pgn.hpp"
#include "selfplay/data/pgn_reader.hpp"

namespace jungle {
namespace {

// How a game ended, and how many plies after its last move: the end that a table of endings foretold, or the
// net of a side that gave up.
struct GameEnd {
  Outcome outcome;
  int plies_beyond = 0;
  bool resigned = false;
};

constexpr int kMostPlies = 65535;  // of a game

std::optional<int> number_of_plies(std::string_view text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number < 0 || number > kMostPlies)
    return std::nullopt;
  return number;
}

// The side to move gave up.
Result<GameEnd> end_by_resignation(const PgnRecord& record) {
  const Game& game = record.game;
  if (!game.outcome().is_ongoing()) return Error{"resigned, but over by the rules"};
  const Outcome lost = win_for(!game.side_to_move(), EndReason::kNone);
  if (record.result != result_token(lost, game.rules().fields().first_side))
    return Error{fmt::format("resigned by the side to move, and the result is {}", record.result)};
  const std::optional<int> plies = number_of_plies(record.tag(kNetPliesTag));
  if (!plies || *plies == 0)
    return Error{
        fmt::format("resigned, and {} says \"{}\"", kNetPliesTag, printable(record.tag(kNetPliesTag)))};
  return GameEnd{.outcome = lost, .plies_beyond = *plies, .resigned = true};
}

// The moves decide; only a game that they leave open can have been adjudicated or given up.
Result<GameEnd> end_of(const PgnRecord& record) {
  const Game& game = record.game;
  if (record.tag("Termination") == kResignation) return end_by_resignation(record);
  if (record.tag("Termination") != kAdjudication) return GameEnd{.outcome = game.outcome()};
  if (!game.outcome().is_ongoing()) return Error{"adjudicated, but over by the rules"};
  if (record.result == "*") return Error{"adjudicated, but without a result"};
  const std::optional<int> plies = number_of_plies(record.tag(kTablePliesTag));
  const bool drawn = record.result == "1/2-1/2";
  if (!plies || (*plies == 0) != drawn)
    return Error{fmt::format("adjudicated as {}, and {} says \"{}\"", record.result, kTablePliesTag,
                             printable(record.tag(kTablePliesTag)))};
  const Side first = game.rules().fields().first_side;
  const Outcome won = win_for(record.result == "1-0" ? first : !first, EndReason::kNone);
  return GameEnd{.outcome = drawn ? Outcome{GameResult::kDraw, EndReason::kNone} : won,
                 .plies_beyond = *plies};
}

Status check_game(const GameColumns& games, std::size_t row, const PgnRecord& record, const GameEnd& end) {
  const Game& game = record.game;
  const auto refuse = [&](std::string_view what) {
    return Error{fmt::format("game {}: {} differs from its text record", games.index[row], what)};
  };
  if (record.tag("Round") != std::to_string(games.index[row])) return refuse("the index");
  if (game.plies() != games.plies[row]) return refuse("the number of plies");
  if (static_cast<std::uint8_t>(end.outcome.result) != games.result[row]) return refuse("the result");
  const std::uint8_t reason = end.resigned ? kResignedReason : static_cast<std::uint8_t>(end.outcome.reason);
  if (reason != games.reason[row]) return refuse("the reason of the end");
  if (index(game.start_position().side_to_move()) != games.first_side[row]) return refuse("the first side");
  const bool at_start = game.start_position() == Position::start(game.rules());
  if (!at_start && games.start[row] == static_cast<int>(GameStart::kStandard))
    return refuse("where it begins");
  return Done{};
}

// Precondition: check_game() has seen that there are as many.
Status check_moves(const Shard& shard, std::size_t row, const Game& game) {
  if (!shard.knows_played_moves()) return Done{};
  const std::size_t begin = shard.played.game_begin[row];
  for (std::size_t i = 0; i < game.moves().size(); ++i) {
    if (shard.played.move[begin + i] != game.moves()[i].bits())
      return Error{fmt::format("game {}: move {} differs from its text record", shard.games.index[row], i)};
  }
  return Done{};
}

Status check_sample(const Shard& shard, std::size_t sample, const Game& game, const GameEnd& end) {
  const SampleColumns& samples = shard.samples;
  const auto refuse = [&](std::string_view what) {
    return Error{fmt::format("game {}, sample {}: {} differs from its text record",
                             shard.games.index[samples.game[sample]], sample, what)};
  };
  const int ply = game.plies() + end.plies_beyond - samples.plies_left[sample];
  if (ply < 0 || ply >= game.plies()) return refuse("the plies left");
  const Position& position = game.position_at(ply);
  if (pack(position) != samples.position[sample]) return refuse("the position");
  if (shard.knows_played_moves() && shard.played.sample_ply[sample] != ply) return refuse("its ply");
  if (shard.rule_sets[samples.rule_set[sample]] != game.rules()) return refuse("the rule set");
  if (end.outcome.value_for(position.side_to_move()) != samples.outcome[sample]) return refuse("the outcome");
  return Done{};
}

}  // namespace

Status check_records(const Shard& shard, std::string_view pgn) {
  PgnReader reader(pgn, shard.rule_sets);
  std::size_t sample = 0;
  for (std::size_t row = 0; row < shard.games_count(); ++row) {
    const std::optional<Result<PgnRecord>> record = reader.next();
    if (!record) return Error{fmt::format("{} games, and the text record has {}", shard.games_count(), row)};
    if (!*record) return Error{record->error()};
    const Result<GameEnd> end = end_of(**record);
    if (!end) return Error{fmt::format("game {}: {}", shard.games.index[row], end.error())};
    Status status = check_game(shard.games, row, **record, *end);
    if (status) status = check_moves(shard, row, (*record)->game);
    for (; status && sample < shard.size() && shard.samples.game[sample] == row; ++sample)
      status = check_sample(shard, sample, (*record)->game, *end);
    if (!status) return status;
  }
  if (sample != shard.size()) return Error{fmt::format("sample {} is not in the order of the games", sample)};
  if (reader.next()) return Error{fmt::format("{} games, and the text record has more", shard.games_count())};
  return Done{};
}

}  // namespace jungle
