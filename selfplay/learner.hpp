#pragma once
// The training steps that follow a generation of games. Batches are drawn from named random streams, one a
// step, so a run that resumes draws what it would have drawn; the next batch is made on another thread while
// the trainer works. Thread rule: hostile.

#include <cstdint>
#include <functional>
#include <stop_token>

#include "nn/trainer.hpp"
#include "selfplay/data/replay_buffer.hpp"
#include "selfplay/settings.hpp"

namespace jungle {

// Constant up to the share `decay_start` of the run, then in a straight line to final_learning_rate at its
// end. `progress` in [0, 1].
double learning_rate_at(const LearnSettings& settings, double progress);

// Steps due once `total_samples` have been played: each sample is drawn `passes` times on average over the
// run.
std::int64_t steps_due(const LearnSettings& settings, std::int64_t total_samples, int batch_size);

struct LearnPlan {
  std::int64_t steps = 0;     // to do now
  double progress_begin = 0;  // share of the run done before and after these steps, for the learning rate
  double progress_end = 1;
};

struct LearnProgress {
  std::int64_t step = 0;  // of plan.steps, done
  std::int64_t steps = 0;
  StepLosses losses;  // of the last step
};

struct LearnResult {
  bool complete = false;  // false: stop was requested first, or training diverged
  bool diverged = false;  // the step after the last of `steps` had losses that are not finite
  std::int64_t steps = 0;
  StepLosses mean;           // over these steps
  double learning_rate = 0;  // of the last step
  double seconds = 0;
};

// Precondition: the window is not empty when plan.steps > 0.
LearnResult learn(Trainer& trainer, const ReplayBuffer& replay, const TrainConfig& config,
                  const LearnPlan& plan, const std::stop_token& stop,
                  const std::function<void(const LearnProgress&)>& progress);

}  // namespace jungle
