#pragma once
// The matches that a training run asks for: its last net against the opponents of the configuration, and a
// new net against the best one. The net searches as in any match: without noise, the most visited move.

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "app/progress.hpp"
#include "core/util/result.hpp"
#include "nn/model.hpp"
#include "selfplay/rating/tally.hpp"
#include "selfplay/settings.hpp"

namespace jungle {

struct FinalMatch {
  std::string opponent;
  MatchTally tally;
};

// Refuses opponents that can't be opened; call it before a run starts, so that hours are not lost to a
// misspelt name.
Status check_opponents(const TrainConfig& config);

// One match for each opponent, in order; fewer when stopped.
Result<std::vector<FinalMatch>> play_final_matches(const TrainConfig& config,
                                                   const std::shared_ptr<const Model>& net, int threads,
                                                   Progress& progress, const std::stop_token& stop);

std::string final_table(const std::vector<FinalMatch>& matches, const TrainConfig& config);

// Score of `candidate` against `best` in [0, 1], with the gate's games and visits; none when stopped.
std::optional<double> play_gate(const std::shared_ptr<const Model>& candidate,
                                const std::shared_ptr<const Model>& best, const TrainConfig& config,
                                int threads, const std::stop_token& stop);

}  // namespace jungle
