#include "selfplay/data/shard_check.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include <fmt/format.h>

#include "core/movegen.hpp"
#include "selfplay/data/played_check.hpp"
#include "selfplay/data/shard_columns.hpp"

namespace jungle {
namespace {

constexpr double kPolicySlack = 1e-3;  // rounding of up to 32 floats, with room

Status check_lengths(const Shard& shard, PlayedMoves played) {
  Status status = Done{};
  const auto expect = [&status](std::size_t rows) {
    return [&status, rows](std::string_view name, const auto& column) {
      if (status && column.size() != rows)
        status = Error{fmt::format("column {} has {} rows, expected {}", name, column.size(), rows)};
    };
  };
  visit_sample_columns(shard, expect(shard.size()));
  visit_move_columns(shard, expect(shard.moves.move.size()));
  visit_game_columns(shard, expect(shard.games_count()));
  const bool there = played == PlayedMoves::kThere;
  expect(there ? shard.games_count() : 0)("game_first_played", shard.played.game_begin);
  expect(there ? shard.size() : 0)("ply", shard.played.sample_ply);
  return status;
}

bool is_value(float value) { return std::abs(value) <= 1.001F; }  // false for NaN

Status check_games(const GameColumns& games) {
  for (std::size_t i = 0; i < games.index.size(); ++i) {
    const bool resigned = games.reason[i] == kResignedReason;
    const bool resigned_rightly =
        games.may_resign[i] == 1 && games.result[i] != static_cast<int>(GameResult::kDraw);
    const bool good = games.result[i] >= 1 && games.result[i] <= static_cast<int>(GameResult::kDraw) &&
                      (resigned ? resigned_rightly : games.reason[i] < kEndReasons) &&
                      games.may_resign[i] <= 1 && is_value(games.red_resigns_below[i]) &&
                      is_value(games.blue_resigns_below[i]) && games.first_side[i] <= 1 &&
                      games.start[i] < kGameStarts;
    if (!good) return Error{fmt::format("game {}: a field is out of range", i)};
  }
  return Done{};
}

bool row_in_range(const Shard& shard, std::size_t i) {
  const SampleColumns& samples = shard.samples;
  return samples.rule_set[i] < shard.rule_sets.size() && samples.game[i] < shard.games_count() &&
         samples.outcome[i] >= -1 && samples.outcome[i] <= 1 && samples.plies_left[i] >= 1 &&
         is_value(samples.root_value[i]) && is_value(samples.raw_value[i]) &&
         std::isfinite(samples.weight[i]) && samples.weight[i] >= 0;
}

bool moves_are_legal(const Shard& shard, std::size_t i) {
  const auto position = unpack(shard.samples.position[i]);
  if (!position) return false;
  const RuleSet& rules = shard.rule_sets[shard.samples.rule_set[i]];
  if (!board_outcome_but_moves(*position, rules).is_ongoing()) return false;
  MoveList legal;
  generate_legal(*position, rules, legal);
  const auto begin = shard.moves.move.begin() + static_cast<std::ptrdiff_t>(shard.move_begin(i));
  const auto end = shard.moves.move.begin() + static_cast<std::ptrdiff_t>(shard.move_end(i));
  return std::equal(begin, end, legal.begin(), legal.end(),
                    [](std::uint16_t bits, Move move) { return bits == move.bits(); });
}

bool policy_is_distribution(const Shard& shard, std::size_t i) {
  double sum = 0;
  for (std::size_t m = shard.move_begin(i); m < shard.move_end(i); ++m) {
    if (!(shard.moves.policy[m] >= 0) || !std::isfinite(shard.moves.mean_value[m])) return false;
    sum += static_cast<double>(shard.moves.policy[m]);
  }
  return std::abs(sum - 1.0) <= kPolicySlack;
}

Status check_sample(const Shard& shard, std::size_t i) {
  if (shard.move_begin(i) >= shard.move_end(i) || shard.move_end(i) > shard.moves.move.size())
    return Error{fmt::format("sample {}: its moves lie outside the move table", i)};
  if (!row_in_range(shard, i)) return Error{fmt::format("sample {}: a field is out of range", i)};
  if (!moves_are_legal(shard, i))
    return Error{fmt::format("sample {}: not a position with its legal moves", i)};
  if (!policy_is_distribution(shard, i))
    return Error{fmt::format("sample {}: the policy does not sum to 1", i)};
  return Done{};
}

// On average over a game, 1 at most: what surprise gives to some samples it takes from others.
Status check_weights(const Shard& shard) {
  constexpr double kRounding = 1e-4;
  std::vector<double> sums(shard.games_count()), counts(shard.games_count());
  for (std::size_t i = 0; i < shard.size(); ++i) {
    sums[shard.samples.game[i]] += static_cast<double>(shard.samples.weight[i]);
    ++counts[shard.samples.game[i]];
  }
  for (std::size_t i = 0; i < sums.size(); ++i) {
    if (sums[i] > counts[i] * (1 + kRounding))
      return Error{fmt::format("game {}: its samples weigh {:.4f} on average, expected at most 1", i,
                               sums[i] / counts[i])};
  }
  return Done{};
}

}  // namespace

Status check_shard(const Shard& shard, PlayedMoves played) {
  Status status = check_lengths(shard, played);
  if (status) status = check_games(shard.games);
  for (std::size_t i = 0; status && i < shard.size(); ++i) status = check_sample(shard, i);
  if (status) status = check_weights(shard);
  if (status && shard.size() > 0 && shard.samples.first_move[0] != 0)
    return Error{"the move table has rows before the first sample's"};
  if (status && played == PlayedMoves::kThere) status = check_played_moves(shard);
  return status;
}

}  // namespace jungle
