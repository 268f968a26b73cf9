#include "selfplay/self_play.hpp"

#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>

#include "selfplay/actor.hpp"

namespace jungle {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds kProgressInterval{200};

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}
double seconds(std::int64_t nanoseconds) { return static_cast<double>(nanoseconds) * 1e-9; }

// What the actors' threads leave for the one that waits for them.
struct Crew {
  std::mutex mutex;
  std::condition_variable changed;
  int running = 0;
  std::exception_ptr failure;  // the first
  SelfPlayTimes times;

  void leave(const SelfPlayTimes& done, const std::exception_ptr& error) {
    const std::lock_guard lock(mutex);
    times.tree += done.tree;
    times.evaluate += done.evaluate;
    times.encode += done.encode;
    times.infer += done.infer;
    times.leaves += done.leaves;
    times.batches += done.batches;
    times.cache_lookups += done.cache_lookups;
    times.cache_hits += done.cache_hits;
    if (error && !failure) failure = error;
    --running;
    changed.notify_one();
  }
};

SelfPlayTimes times_of(const PoolTimes& pool, const EvaluatorStats& evaluator) {
  return {.tree = seconds(pool.tree),
          .evaluate = seconds(pool.evaluate),
          .encode = seconds(evaluator.encode_ns),
          .infer = seconds(evaluator.infer_ns),
          .leaves = pool.leaves,
          .batches = pool.batches,
          .cache_lookups = evaluator.cache_lookups,
          .cache_hits = evaluator.cache_hits};
}

// One actor's whole life. A failure stops the others.
void act(const SelfPlayJob& job, Evaluator& evaluator, ShardWriter& writer, std::stop_source stop,
         Crew& crew) {
  SelfPlayTimes times;
  std::exception_ptr failure;
  try {
    Actor actor(job.game_plan, evaluator, job.slots);
    actor.run([&writer] { return writer.next_game(); },
              [&writer](GameRecord record) { writer.add(std::move(record)); }, stop.get_token());
    times = times_of(actor.times(), evaluator.stats());
  } catch (...) {
    failure = std::current_exception();
    stop.request_stop();
  }
  crew.leave(times, failure);
}

}  // namespace

SelfPlayResult play_games(const SelfPlayJob& job, const std::stop_token& stop,
                          const std::function<void(const SelfPlayProgress&)>& progress) {
  const Clock::time_point start = Clock::now();
  ShardWriter writer(job.shard_plan);
  const auto report = [&] { progress({writer.games_done(), job.shard_plan.games, writer.samples_done()}); };

  std::vector<std::unique_ptr<Evaluator>> evaluators;
  evaluators.reserve(static_cast<std::size_t>(job.threads));
  for (int i = 0; i < job.threads; ++i) evaluators.push_back(job.make_evaluator(job.model, job.slots));

  std::stop_source all_stop;  // by the caller, or by an actor that failed
  const std::stop_callback forward(stop, [&all_stop] { all_stop.request_stop(); });
  Crew crew;
  crew.running = job.threads;
  {
    std::vector<std::jthread> threads;
    threads.reserve(evaluators.size());
    for (const auto& evaluator : evaluators)
      threads.emplace_back([&, &own = *evaluator] { act(job, own, writer, all_stop, crew); });
    std::unique_lock lock(crew.mutex);
    while (!crew.changed.wait_for(lock, kProgressInterval, [&crew] { return crew.running == 0; })) {
      lock.unlock();
      report();
      lock.lock();
    }
  }
  if (crew.failure) std::rethrow_exception(crew.failure);

  SelfPlayResult result{.complete = writer.games_done() == job.shard_plan.games,
                        .shards = {},
                        .problems = writer.problems(),
                        .games_kept = writer.games_kept(),
                        .seconds = seconds_since(start),
                        .times = crew.times};
  result.times.other = result.seconds * job.threads - result.times.tree - result.times.evaluate;
  if (result.complete) result.shards = std::move(writer).take_shards();
  return result;
}

}  // namespace jungle
