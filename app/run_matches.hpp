#pragma once
// The matches that a training run asks for: its last net against the opponents of the configuration, and a
// new net against the best one. The net searches as in any match: without noise, the most visited move; and
// without endgame tables, since it is the net that is judged. Both kinds play the same games whenever they
// are played again.

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "app/endgame_tables.hpp"
#include "app/progress.hpp"
#include "core/util/result.hpp"
#include "nn/model.hpp"
#include "selfplay/rating/tally.hpp"
#include "selfplay/settings.hpp"

namespace jungle {

struct FinalMatch {
  std::string opponent;
  MatchTally tally;  // of fewer games than asked for when stopped
};
struct FinalMatches {
  std::vector<FinalMatch> matches;  // those with a game in them
  bool complete = false;            // false: stopped before the last game
};

enum class RunMatch : std::uint64_t { kFinal = 1, kGate = 2 };

// Of the openings and players. Neighbouring run seeds share nothing.
std::uint64_t run_match_seed(std::uint64_t run_seed, RunMatch kind);

// Refuses opponents that can't be opened or don't fit in memory, `threads` games at a time; call it before a
// run starts, so that hours are not lost to a misspelt name.
Status check_opponents(const TrainConfig& config, int threads, EndgameTables& tables);

struct FinalMatchTools {
  int threads = 1;
  Progress& progress;     // a line after each match
  EndgameTables& tables;  // of opponents that name one
};

// One match for each opponent, in order.
Result<FinalMatches> play_final_matches(const TrainConfig& config, const std::shared_ptr<const Model>& net,
                                        const FinalMatchTools& tools, const std::stop_token& stop);

// A line for each match; one that was stopped says so.
std::string final_table(const FinalMatches& finals, const TrainConfig& config);

// Score of `candidate` against `best` in [0, 1], with the gate's games and visits; none when stopped.
std::optional<double> play_gate(const std::shared_ptr<const Model>& candidate,
                                const std::shared_ptr<const Model>& best, const TrainConfig& config,
                                int threads, const std::stop_token& stop);

}  // namespace jungle
