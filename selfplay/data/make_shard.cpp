#include <algorithm>

#include "core/util/check.hpp"
#include "selfplay/data/shard.hpp"

namespace jungle {
namespace {

std::uint8_t rule_set_row(Shard& shard, const RuleSet& rules) {
  const auto found = std::find(shard.rule_sets.begin(), shard.rule_sets.end(), rules);
  const auto row = found - shard.rule_sets.begin();
  if (found == shard.rule_sets.end()) shard.rule_sets.push_back(rules);
  JUNGLE_CHECK(row < 256);
  return static_cast<std::uint8_t>(row);
}

void add_moves(Shard& shard, const SearchRecord& record) {
  JUNGLE_CHECK(record.policy.size() == record.root_moves.size() && !record.policy.empty());
  shard.samples.first_move.push_back(static_cast<std::uint32_t>(shard.moves.move.size()));
  for (std::size_t i = 0; i < record.policy.size(); ++i) {
    shard.moves.move.push_back(record.root_moves[i].move.bits());
    shard.moves.policy.push_back(record.policy[i]);
    shard.moves.visits.push_back(record.root_moves[i].visits);
    shard.moves.mean_value.push_back(record.root_moves[i].visits > 0 ? record.root_moves[i].mean_value
                                                                     : 0.0F);
  }
}

void add_samples(Shard& shard, const GameRecord& record, std::span<const float> weights) {
  SampleColumns& samples = shard.samples;
  const Game& game = record.game;
  const Outcome outcome = record.outcome();
  const int end = game.plies() + record.plies_beyond();
  const std::uint8_t rule_set = rule_set_row(shard, game.rules());
  const auto row = static_cast<std::uint32_t>(shard.games.index.size());
  std::size_t sample = 0;  // of the game's
  for (int ply = 0; ply < game.plies(); ++ply) {
    const SearchRecord& search = record.searches[static_cast<std::size_t>(ply)];
    if (!search.full) continue;
    const Position& position = game.position_at(ply);
    samples.position.push_back(pack(position));
    samples.repetitions.push_back(static_cast<std::uint8_t>(std::min(search.repetitions, 255)));
    samples.rule_set.push_back(rule_set);
    samples.outcome.push_back(static_cast<std::int8_t>(outcome.value_for(position.side_to_move())));
    samples.plies_left.push_back(static_cast<std::uint16_t>(end - ply));
    samples.root_value.push_back(search.root_value);
    samples.raw_value.push_back(search.raw_value);
    samples.weight.push_back(weights[sample++]);
    samples.game.push_back(row);
    shard.played.sample_ply.push_back(static_cast<std::uint16_t>(ply));
    add_moves(shard, search);
  }
}

void add_game(Shard& shard, const GameRecord& record) {
  const Game& game = record.game;
  const Outcome outcome = record.outcome();
  shard.games.index.push_back(record.index);
  shard.games.plies.push_back(static_cast<std::uint16_t>(game.plies()));
  shard.games.result.push_back(static_cast<std::uint8_t>(outcome.result));
  shard.games.reason.push_back(record.reason_code());
  shard.games.first_side.push_back(static_cast<std::uint8_t>(game.start_position().side_to_move()));
  shard.games.start.push_back(static_cast<std::uint8_t>(record.start));
  shard.games.may_resign.push_back(record.may_resign ? 1 : 0);
  shard.games.red_resigns_below.push_back(record.resigns_below[0]);
  shard.games.blue_resigns_below.push_back(record.resigns_below[1]);
  shard.played.game_begin.push_back(static_cast<std::uint32_t>(shard.played.move.size()));
  for (const Move move : game.moves()) shard.played.move.push_back(move.bits());
}

}  // namespace

Shard make_shard(const ShardOrigin& origin, std::span<const GameRecord> games,
                 const SampleWeighting& weighting) {
  Shard shard{.origin = origin, .rule_sets = {}, .samples = {}, .moves = {}, .games = {}, .played = {}};
  for (const GameRecord& record : games) {
    const Game& game = record.game;
    JUNGLE_CHECK(!record.outcome().is_ongoing() && game.plies() + record.plies_beyond() <= 65535);
    JUNGLE_CHECK(record.searches.size() == game.moves().size());
    add_samples(shard, record, sample_weights(record, weighting));
    add_game(shard, record);
  }
  return shard;
}

}  // namespace jungle
