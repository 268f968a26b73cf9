#pragma once
// The columns of a shard by file name, each declared once for writer, reader and checks. Private to
// selfplay/data.

#include <string_view>

#include "selfplay/data/shard.hpp"

namespace jungle {

// 4: columns on resignation, so that game_reason may be 7; game_start takes the place of
// game_random_placement, whose 0 and 1 it keeps. 3: the moves that were played. 2: game_reason may be 0. All
// else of older files reads the same.
inline constexpr int kShardVersion = 4;
inline constexpr int kFirstVersionWithPlayedMoves = 3;
inline constexpr int kFirstVersionWithResignation = 4;
inline constexpr int kOldestShardVersion = 1;

// What a column was called before kFirstVersionWithResignation; its own name where that has not changed.
inline std::string_view name_before_resignation(std::string_view name) {
  return name == "game_start" ? "game_random_placement" : name;
}

// Columns of the game table that were not there before it. Read as zeros they say that nobody could resign or
// was in despair.
inline bool is_about_resignation(std::string_view name) {
  return name == "game_may_resign" || name == "game_red_resigns_below" || name == "game_blue_resigns_below";
}

// visit(name, vector) for each column, in file order. `Data` is Shard or const Shard.
template <typename Data, typename Visitor>
void visit_sample_columns(Data& shard, Visitor&& visit) {
  visit("position", shard.samples.position);
  visit("repetitions", shard.samples.repetitions);
  visit("rule_set", shard.samples.rule_set);
  visit("outcome", shard.samples.outcome);
  visit("plies_left", shard.samples.plies_left);
  visit("root_value", shard.samples.root_value);
  visit("raw_value", shard.samples.raw_value);
  visit("weight", shard.samples.weight);
  visit("game", shard.samples.game);
  visit("first_move", shard.samples.first_move);
}

template <typename Data, typename Visitor>
void visit_move_columns(Data& shard, Visitor&& visit) {
  visit("move", shard.moves.move);
  visit("policy", shard.moves.policy);
  visit("visits", shard.moves.visits);
  visit("mean_value", shard.moves.mean_value);
}

template <typename Data, typename Visitor>
void visit_game_columns(Data& shard, Visitor&& visit) {
  visit("game_index", shard.games.index);
  visit("game_plies", shard.games.plies);
  visit("game_result", shard.games.result);
  visit("game_reason", shard.games.reason);
  visit("game_first_side", shard.games.first_side);
  visit("game_start", shard.games.start);
  visit("game_may_resign", shard.games.may_resign);
  visit("game_red_resigns_below", shard.games.red_resigns_below);
  visit("game_blue_resigns_below", shard.games.blue_resigns_below);
}

template <typename Data, typename Visitor>
void visit_played_columns(Data& shard, Visitor&& visit) {
  visit("played", shard.played.move);
  visit("game_first_played", shard.played.game_begin);
  visit("ply", shard.played.sample_ply);
}

template <typename Data, typename Visitor>
void visit_columns(Data& shard, Visitor&& visit) {
  visit_sample_columns(shard, visit);
  visit_move_columns(shard, visit);
  visit_game_columns(shard, visit);
  visit_played_columns(shard, visit);
}

}  // namespace jungle
