#pragma once
// What a generation did, as people and scripts read it: a line of metrics.jsonl, and two lines of talk:
//
//   generation 3: 256 games, 74 plies, first side 120-110, den 230 length 26; 12.3 k evals/s, batch 61, ...
//     160 steps, policy 2.341 (target 2.100) value 0.512 plies left 0.034, lr 1.0e-03; 11.2 s: encode 5% ...
//
// and one more where sides may resign, and where the net was measured:
//
//     resigned 23 % of games at 0.91; next at 0.93: 3.3 % of 61 hopeless games, of 110 played on, were not
//     lost truth, moves that keep the result: 2 animals 97.3 % (search 99.1 %), 3 animals ...

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "core/game.hpp"
#include "selfplay/data/shard.hpp"
#include "selfplay/learner.hpp"
#include "selfplay/resignation.hpp"
#include "selfplay/self_play.hpp"
#include "selfplay/truth/truth.hpp"

namespace jungle {

struct GameStatistics {
  int games = 0;
  std::int64_t plies = 0;
  std::int64_t samples = 0;
  int longest = 0;
  int random_placements = 0;
  int earlier_starts = 0;  // began at a position of an earlier game
  int first_side_wins = 0;
  int second_side_wins = 0;
  int draws = 0;
  std::array<int, kEndReasons> endings{};  // by EndReason; kNone: adjudicated
  int resigned = 0;                        // in none of these

  int adjudicated() const { return endings[static_cast<std::size_t>(EndReason::kNone)]; }
  void add(const Shard& shard);
};

nlohmann::ordered_json endings_json(const GameStatistics& games);  // games by every reason's name
std::string endings_text(const GameStatistics& games);  // "den 180, adjudicated 12": those that were

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
  std::optional<double> resign_threshold;  // in force in these games
  std::optional<ResignFigures> resign;     // of the next ones; none: resignation is off
  std::vector<TruthGroup> truth;           // of the new net; empty: not measured
  double truth_seconds = 0;
  double cpu_seconds = 0;        // all threads, the whole generation
  double total_cpu_seconds = 0;  // of the run so far
  double gate_score = -1;        // of the new net against the best one; -1: no gate
  bool accepted = true;
  std::uint64_t weights_hash = 0;
};

nlohmann::ordered_json to_json(const GenerationReport& report);
std::string to_lines(const GenerationReport& report);    // no end
std::string games_line(const GenerationReport& report);  // the first of them, without the generation
std::string time_line(const GenerationReport& report);   // how the seconds were spent

}  // namespace jungle
