#pragma once
// What a generation did, as people and scripts read it: a line of metrics.jsonl, a line of talk.

#include <array>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "core/game.hpp"
#include "selfplay/data/shard.hpp"
#include "selfplay/learner.hpp"
#include "selfplay/self_play.hpp"

namespace jungle {

struct GameStatistics {
  int games = 0;
  std::int64_t plies = 0;
  std::int64_t samples = 0;
  int longest = 0;
  int random_placements = 0;
  int first_side_wins = 0;
  int second_side_wins = 0;
  int draws = 0;
  std::array<int, kEndReasons> endings{};  // by EndReason

  void add(const Shard& shard);
};

struct GenerationReport {
  int generation = 0;
  GameStatistics games;
  int games_kept = 0;  // found on disk: the time figures are those of the others
  double self_play_seconds = 0;
  SelfPlayTimes times;
  LearnResult learned;
  std::int64_t total_samples = 0;
  std::int64_t total_steps = 0;
  std::int64_t window = 0;
  int bad_shards = 0;
  double gate_score = -1;  // of the new net against the best one; -1: no gate
  bool accepted = true;
  std::uint64_t weights_hash = 0;
};

nlohmann::ordered_json to_json(const GenerationReport& report);
std::string to_line(const GenerationReport& report);     // one line, no end
std::string games_line(const GenerationReport& report);  // the part of it about the games

}  // namespace jungle
