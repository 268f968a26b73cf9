#include "app/training_talk.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace jungle {

TrainingTalk::TrainingTalk(Progress& progress, const RunSettings& run, std::string prefix)
    : progress_(progress), run_(run), prefix_(std::move(prefix)) {}

void TrainingTalk::on_self_play(int generation, const SelfPlayProgress& state) {
  progress_.show({.label = label(generation, "self-play"),
                  .done = state.games,
                  .total = state.games_planned,
                  .unit = "games",
                  .detail = fmt::format("{} samples{}", state.samples, run_time_left())});
}

void TrainingTalk::on_learning(int generation, const LearnProgress& state) {
  progress_.show({.label = label(generation, "learning"),
                  .done = state.step,
                  .total = state.steps,
                  .unit = "steps",
                  .detail = fmt::format("policy {:.3f} value {:.3f}{}", state.losses.policy,
                                        state.losses.value, run_time_left())});
}

void TrainingTalk::on_truth(int generation, const TruthProgress& state) {
  progress_.show({.label = label(generation, "truth"),
                  .done = state.positions,
                  .total = state.positions_planned,
                  .unit = "positions",
                  .detail = fmt::format("the new net{}", run_time_left())});
}

void TrainingTalk::on_generation(const GenerationReport& report) {
  const double by_budget = run_.cpu_minutes > 0 ? report.total_cpu_seconds / (60 * run_.cpu_minutes) : 0.0;
  const double share = std::max((report.generation + 1.0) / run_.generations, by_budget);
  if (!begin_share_) begin_share_ = share - share / (report.generation + 1);
  share_ = share;
  last_end_ = Clock::now();
  progress_.line(prefix_ + to_lines(report));
}

void TrainingTalk::on_note(const std::string& line) { progress_.line(prefix_ + line); }

std::string TrainingTalk::label(int generation, std::string_view phase) const {
  if (run_.cpu_minutes > 0) return fmt::format("{}generation {} {}", prefix_, generation, phase);
  return fmt::format("{}{}/{} {}", prefix_, generation + 1, run_.generations, phase);
}

// As if the running generation had just begun.
std::string TrainingTalk::run_time_left() const {
  if (!begin_share_) return "";
  const double elapsed = std::chrono::duration<double>(last_end_ - start_).count();
  const double left = std::max(1 - share_, 0.0) / (share_ - *begin_share_);
  return fmt::format(", run {} left", duration_text(elapsed * left));
}

}  // namespace jungle
