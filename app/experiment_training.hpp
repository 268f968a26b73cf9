#pragma once
// Trains the nets of an experiment, each in a run directory of its own, from where it stopped.

#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>

#include "app/experiment_report.hpp"
#include "app/progress.hpp"
#include "core/util/result.hpp"
#include "selfplay/settings.hpp"

namespace jungle {

struct ArmTraining {
  TrainConfig config;  // with seed, budget and name of this net's run
  std::filesystem::path run;
  std::string label;  // before its lines: "A, seed 1: "
  int threads = 1;
};

// The configuration of one of an arm's nets: nobody is played when it ends.
TrainConfig arm_config(const TrainConfig& arm, const std::string& name, std::uint64_t seed,
                       double cpu_minutes);

// None when stopped first; what was done is saved. Refuses what `train` refuses.
Result<std::optional<ExperimentNet>> train_arm(const ArmTraining& training, Progress& progress,
                                               const std::stop_token& stop);

}  // namespace jungle
