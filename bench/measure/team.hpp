#pragma once
// Threads with an evaluator each that work while they are let, and rest in between where they are: what they
// hold (games half played, trees) is there when they go on. They rest as they ask for an evaluation, so while
// a team rests another may use its evaluators.
//
//   Team team(evaluators, [](std::size_t member, Evaluator& evaluator, const std::stop_token& stop) { ... });
//   const Sample sample = team.work(1.0);  // positions evaluated in about a second
//
// Thread rule: hostile.

#include <exception>
#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <thread>
#include <vector>

#include "bench/measure/counting_evaluator.hpp"
#include "bench/measure/gate.hpp"
#include "bench/measure/rounds.hpp"

namespace jungle::bench {

class Team {
 public:
  // A member's work, up to `stop`: it evaluates over and over.
  using Act = std::function<void(std::size_t member, Evaluator& evaluator, const std::stop_token& stop)>;
  using Evaluators = std::span<const std::unique_ptr<CountingEvaluator>>;

  // A member an evaluator; they outlive the team. Returns once all have come to their first evaluation.
  Team(Evaluators evaluators, Act act);
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;
  ~Team();

  // Lets all work for about so long by the wall clock, one batch each at least; all rest when it returns.
  // Throws what a member threw.
  Sample work(double seconds);

 private:
  void live(std::size_t member);
  bool all_have_worked_since(const std::vector<std::int64_t>& before) const;
  void end();

  Evaluators evaluators_;
  Act act_;
  Gate gate_;
  std::stop_source stop_;
  std::vector<std::exception_ptr> failures_;  // a member's own until it has left
  std::vector<std::jthread> threads_;
};

}  // namespace jungle::bench
