#pragma once
// Lets the nets of an experiment play one another, as a ladder (selfplay/rating/ladder.hpp) that is kept in
// the experiment's folder and goes on where it stopped.

#include <cstdint>
#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

#include "app/progress.hpp"
#include "core/util/result.hpp"
#include "selfplay/rating/ladder.hpp"
#include "selfplay/rating/pool_fit.hpp"

namespace jungle {

struct ExperimentMatches {
  std::filesystem::path store;
  std::vector<std::string> players;  // specs
  std::string rules;
  std::uint64_t seed = 1;
  int opening_plies = 8;
  std::int64_t games = 0;  // in all
  int concurrency = 0;     // 0: choose
};

struct ExperimentRatings {
  LadderEnd end = LadderEnd::kBudget;  // that: all games asked for
  std::int64_t games = 0;
  PoolFit fit;  // by place in `players`; the first is the anchor
};

// Refuses what `ladder` refuses.
Result<ExperimentRatings> play_experiment(const ExperimentMatches& matches, Progress& progress,
                                          const std::stop_token& stop);

}  // namespace jungle
