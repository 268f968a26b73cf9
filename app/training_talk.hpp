#pragma once
// What a training run tells while it goes on: a bar and lines on standard error.
//
//   Progress progress;
//   TrainingTalk talk(progress, config.run, "base, seed 1: ");
//   Pipeline pipeline(config, run, parts, talk);
//
// Thread rule: hostile.

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "app/progress.hpp"
#include "selfplay/pipeline.hpp"
#include "selfplay/settings.hpp"

namespace jungle {

class TrainingTalk final : public PipelineObserver {
 public:
  // `progress` outlives it. `prefix` stands before every label of the bar.
  TrainingTalk(Progress& progress, const RunSettings& run, std::string prefix = {});

  void on_self_play(int generation, const SelfPlayProgress& state) override;
  void on_learning(int generation, const LearnProgress& state) override;
  void on_truth(int generation, const TruthProgress& state) override;
  void on_generation(const GenerationReport& report) override;
  void on_note(const std::string& line) override;

 private:
  using Clock = std::chrono::steady_clock;

  std::string label(int generation, std::string_view phase) const;
  std::string run_time_left() const;

  Progress& progress_;
  RunSettings run_;
  std::string prefix_;
  // The share of the run that was done before this process's first generation, and is now; none: before its
  // end.
  std::optional<double> begin_share_;
  double share_ = 0;
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_end_ = start_;
};

}  // namespace jungle
