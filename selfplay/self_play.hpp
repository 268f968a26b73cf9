#pragma once
// The games of one generation, played by several threads. The result does not depend on their number.

#include <functional>
#include <memory>
#include <stop_token>
#include <vector>

#include "nn/model.hpp"
#include "search/evaluator.hpp"
#include "selfplay/self_play_game.hpp"
#include "selfplay/shard_writer.hpp"

namespace jungle {

// Makes what one thread evaluates with. Called from the thread that calls play_games(); throws when the
// environment is broken.
using EvaluatorFactory =
    std::function<std::unique_ptr<Evaluator>(const std::shared_ptr<const Model>& model, int max_batch)>;

// Where the threads' time went, in seconds summed over threads, and what the evaluators did.
struct SelfPlayTimes {
  double tree = 0;
  double evaluate = 0;  // the whole of it; encode and infer are parts
  double encode = 0;
  double infer = 0;
  double teacher = 0;       // its games
  double other = 0;         // choosing, recording, writing, waiting for the last game
  std::int64_t leaves = 0;  // positions asked for
  std::int64_t batches = 0;
  std::int64_t cache_lookups = 0;
  std::int64_t cache_hits = 0;
};

struct SelfPlayProgress {
  int games = 0;
  int games_planned = 0;
  std::int64_t samples = 0;
};

struct SelfPlayResult {
  bool complete = false;  // false: stop was requested first
  std::vector<std::string> problems;
  int games_kept = 0;  // found on disk from an interrupted run
  double seconds = 0;
  SelfPlayTimes times;
};

struct SelfPlayJob {
  GamePlan game_plan;
  ShardPlan shard_plan;
  ShardSink on_shard;  // gets every shard of the plan, those found on disk too
  std::shared_ptr<const Model> model;
  EvaluatorFactory make_evaluator;
  int threads = 1;
  int slots = 64;  // games a thread plays at a time
};

// Throws what an actor threw. `progress` is called about five times a second from the calling thread.
SelfPlayResult play_games(const SelfPlayJob& job, const std::stop_token& stop,
                          const std::function<void(const SelfPlayProgress&)>& progress);

}  // namespace jungle
