#pragma once
// What an experiment found, as a table for people and as JSON for programs.

#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "selfplay/rating/arm_comparison.hpp"

namespace jungle {

// One trained net.
struct ExperimentNet {
  std::uint64_t seed = 0;
  std::string run;  // its directory
  int generations = 0;
  std::int64_t samples = 0;
  std::int64_t steps = 0;
  double cpu_minutes = 0;
  std::uint64_t weights_hash = 0;  // of the run's best net, which plays
  PoolRating rating = {};
};

struct ExperimentArmReport {
  std::string text;  // as written
  std::vector<ExperimentNet> nets;
  ArmDifference difference = {};  // over the first arm; of the first itself all zero
};

struct ExperimentReport {
  std::string commit;
  std::string command;
  double cpu_minutes = 0;  // asked for, a net
  std::string player;      // NET stands for the net
  std::string rules;
  int opening_plies = 0;
  std::int64_t games = 0;
  std::vector<ExperimentArmReport> arms;
};

std::string experiment_text(const ExperimentReport& report);
nlohmann::ordered_json experiment_json(const ExperimentReport& report);  // an open end is null

}  // namespace jungle
