#pragma once
// Threads with an evaluator each that play self-play games, as a training run does, or only evaluate. Games
// are of training's default settings with every search a full one; they go on from turn to turn and are
// written nowhere. Nothing is cached, so every evaluation is the net's.
//
//   auto crew = Crew::make(setup, {.threads = 2, .slots = 64});
//   const Sample played = (*crew)->play(1.0);         // evaluations of 2 x 64 games in one second
//   const Sample evaluated = (*crew)->evaluate(1.0);  // positions of these games, without the games
//
// Thread rule: hostile.

#include <atomic>
#include <memory>
#include <optional>
#include <vector>

#include "bench/measure/counting_evaluator.hpp"
#include "bench/measure/setup.hpp"
#include "bench/measure/team.hpp"
#include "core/util/result.hpp"
#include "selfplay/actor.hpp"
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

  // Plays until about all first searches are over, so that games are no longer in step; so many seconds at
  // most.
  void settle(double seconds);

  // Both work for about so long by the wall clock, one batch a thread at least, and throw what one of the
  // threads threw. Items: evaluations. evaluate() takes what play() had to evaluate at first; positions of
  // random games when it is called before.
  Sample play(double seconds);
  Sample evaluate(double seconds);

  // Where the threads' time went in all play() so far: tree, encode, infer and other.
  const SelfPlayTimes& times() const { return times_; }

 private:
  explicit Crew(const CrewSize& size);
  void start();
  SelfPlayTimes spent() const;  // by the actors and evaluators since they were made, while they rest

  CrewSize size_;
  TrainConfig config_;
  GamePlan plan_;
  SelfPlayTimes times_;
  std::atomic<std::uint32_t> next_game_ = 0;
  std::vector<std::unique_ptr<CountingEvaluator>> evaluators_;  // one a thread
  std::vector<std::optional<Actor>> actors_;                    // likewise
  std::optional<Team> playing_;  // last: their threads end before the rest goes
  std::optional<Team> evaluating_;
};

}  // namespace jungle::bench
