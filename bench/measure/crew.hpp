#pragma once
// Threads with an evaluator each that either play self-play games, as a training run does, or only evaluate.
// Games are of training's default settings, every search a full one, and are dropped when time is up; nothing
// is cached, so every evaluation is the net's.
//
//   auto crew = Crew::make(setup, {.threads = 2, .slots = 64});
//   const Sample played = (*crew)->play(1.0);         // evaluations of 2 x 64 games in one second
//   const Sample evaluated = (*crew)->evaluate(1.0);  // the same evaluators without games
//
// Thread rule: hostile.

#include <atomic>
#include <functional>
#include <memory>
#include <stop_token>
#include <vector>

#include "bench/measure/counting_evaluator.hpp"
#include "bench/measure/rounds.hpp"
#include "bench/measure/setup.hpp"
#include "core/util/result.hpp"
#include "selfplay/self_play.hpp"
#include "selfplay/settings.hpp"

namespace jungle::bench {

struct CrewSize {
  int threads = 1;
  int slots = 64;    // games a thread plays side by side: its batch
  int visits = 100;  // of every search
};

class Crew {
 public:
  // Refuses with the reason when there is no such evaluator.
  static Result<std::unique_ptr<Crew>> make(const MeasureSetup& setup, const CrewSize& size);

  // Both work for about so long by the wall clock, one batch a thread at least, and throw what one of the
  // threads threw. Items: evaluations.
  Sample play(double seconds);
  Sample evaluate(double seconds);

  // Where the threads' time went in all play() so far: tree, evaluate, encode, infer and other.
  const SelfPlayTimes& times() const { return times_; }

 private:
  using Act = std::function<void(std::size_t member, const std::stop_token&)>;

  explicit Crew(const CrewSize& size);
  Sample run(double seconds, const Act& act);

  CrewSize size_;
  TrainConfig config_;
  GamePlan plan_;
  std::vector<std::unique_ptr<CountingEvaluator>> evaluators_;  // one a thread
  std::atomic<std::uint32_t> next_game_ = 0;
  SelfPlayTimes times_;
};

}  // namespace jungle::bench
