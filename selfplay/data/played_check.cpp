#include "selfplay/data/played_check.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <fmt/format.h>

#include "core/movegen.hpp"

namespace jungle {
namespace {

Status check_games(const Shard& shard) {
  std::size_t begin = 0;
  for (std::size_t game = 0; game < shard.games_count(); ++game) {
    if (shard.played.game_begin[game] != begin)
      return Error{fmt::format("game {}: its moves do not begin where those before end", game)};
    begin += shard.games.plies[game];
  }
  if (begin != shard.played.move.size())
    return Error{fmt::format("{} moves were played in all, and the games have {} plies",
                             shard.played.move.size(), begin)};
  return Done{};
}

bool follows(const Shard& shard, std::size_t sample) {
  const auto& games = shard.samples.game;
  if (sample == 0) return true;
  if (games[sample] != games[sample - 1]) return games[sample] > games[sample - 1];
  return shard.played.sample_ply[sample] > shard.played.sample_ply[sample - 1];
}

bool has_move(const Position& position, const RuleSet& rules, std::uint16_t bits) {
  if (!board_outcome_but_moves(position, rules).is_ongoing()) return false;
  MoveList legal;
  generate_legal(position, rules, legal);
  return std::any_of(legal.begin(), legal.end(), [bits](Move move) { return move.bits() == bits; });
}

// From a sample to the next one of its game, or to the game's end.
Status check_moves_from(const Shard& shard, std::size_t sample) {
  const std::size_t next = sample + 1;
  const bool more = next < shard.size() && shard.samples.game[next] == shard.samples.game[sample];
  auto moves = shard.played_from(sample);
  if (more)
    moves = moves.first(
        static_cast<std::size_t>(shard.played.sample_ply[next] - shard.played.sample_ply[sample]));
  const RuleSet& rules = shard.rule_sets[shard.samples.rule_set[sample]];
  Position position = *unpack(shard.samples.position[sample]);
  for (const std::uint16_t bits : moves) {
    if (!has_move(position, rules, bits))
      return Error{fmt::format("sample {}: a move was played after it that is not legal", sample)};
    position = position.after(Move::from_bits(bits), rules);
  }
  if (more && pack(position) != shard.samples.position[next])
    return Error{fmt::format("sample {}: the moves played do not lead to its position", next)};
  return Done{};
}

}  // namespace

Status check_played_moves(const Shard& shard) {
  Status status = check_games(shard);
  for (std::size_t i = 0; status && i < shard.size(); ++i) {
    if (!follows(shard, i) || shard.played.sample_ply[i] >= shard.games.plies[shard.samples.game[i]])
      status = Error{fmt::format("sample {}: it has no place in the order of its game", i)};
  }
  for (std::size_t i = 0; status && i < shard.size(); ++i) status = check_moves_from(shard, i);
  return status;
}

}  // namespace jungle
