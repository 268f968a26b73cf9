#include "selfplay/data/record_check.hpp"

#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "selfplay/data/pgn_reader.hpp"

namespace jungle {
namespace {

Status check_game(const GameColumns& games, std::size_t row, const PgnRecord& record) {
  const Game& game = record.game;
  const auto refuse = [&](std::string_view what) {
    return Error{fmt::format("game {}: {} differs from its text record", games.index[row], what)};
  };
  if (record.tag("Round") != std::to_string(games.index[row])) return refuse("the index");
  if (game.plies() != games.plies[row]) return refuse("the number of plies");
  if (static_cast<std::uint8_t>(game.outcome().result) != games.result[row]) return refuse("the result");
  if (static_cast<std::uint8_t>(game.outcome().reason) != games.reason[row])
    return refuse("the reason of the end");
  if (index(game.start_position().side_to_move()) != games.first_side[row]) return refuse("the first side");
  return Done{};
}

Status check_sample(const Shard& shard, std::size_t sample, const Game& game) {
  const SampleColumns& samples = shard.samples;
  const auto refuse = [&](std::string_view what) {
    return Error{fmt::format("game {}, sample {}: {} differs from its text record",
                             shard.games.index[samples.game[sample]], sample, what)};
  };
  const int ply = game.plies() - samples.plies_left[sample];
  if (ply < 0) return refuse("the plies left");
  const Position& position = game.position_at(ply);
  if (pack(position) != samples.position[sample]) return refuse("the position");
  if (shard.rule_sets[samples.rule_set[sample]] != game.rules()) return refuse("the rule set");
  if (game.outcome().value_for(position.side_to_move()) != samples.outcome[sample])
    return refuse("the outcome");
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
    Status status = check_game(shard.games, row, **record);
    for (; status && sample < shard.size() && shard.samples.game[sample] == row; ++sample)
      status = check_sample(shard, sample, (*record)->game);
    if (!status) return status;
  }
  if (sample != shard.size()) return Error{fmt::format("sample {} is not in the order of the games", sample)};
  if (reader.next()) return Error{fmt::format("{} games, and the text record has more", shard.games_count())};
  return Done{};
}

}  // namespace jungle
