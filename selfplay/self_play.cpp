#include "selfplay/self_play.hpp"

#include <chrono>
#include <condition_variable>
#include <exception>
#include <thread>
#include <utility>

#include "core/util/thread_safety.hpp"
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
class Crew {
 public:
  explicit Crew(int size) : running_(size) {}

  // An actor's last act.
  void leave(const SelfPlayTimes& done, const std::exception_ptr& error) {
    const MutexLock lock(mutex_);
    times_.tree += done.tree;
    times_.teacher += done.teacher;
    times_.evaluate += done.evaluate;
    times_.encode += done.encode;
    times_.infer += done.infer;
    times_.leaves += done.leaves;
    times_.batches += done.batches;
    times_.cache_lookups += done.cache_lookups;
    times_.cache_hits += done.cache_hits;
    if (error && !failure_) failure_ = error;
    --running_;
    changed_.notify_one();
  }

  // False when some are still at work after `time`.
  bool wait_for(std::chrono::milliseconds time) {
    MutexLock lock(mutex_);
    const auto deadline = Clock::now() + time;
    while (running_ > 0) {
      if (changed_.wait_until(lock, deadline) == std::cv_status::timeout) return running_ == 0;
    }
    return true;
  }

  // The sum over all who left; throws what the first one that failed threw.
  SelfPlayTimes times() {
    const MutexLock lock(mutex_);
    if (failure_) std::rethrow_exception(failure_);
    return times_;
  }

 private:
  Mutex mutex_;
  std::condition_variable_any changed_;
  int running_ JUNGLE_GUARDED_BY(mutex_);
  std::exception_ptr failure_ JUNGLE_GUARDED_BY(mutex_);
  SelfPlayTimes times_ JUNGLE_GUARDED_BY(mutex_);
};

SelfPlayTimes times_of(const Actor& actor, const EvaluatorStats& evaluator) {
  const PoolTimes& pool = actor.times();
  return {.tree = seconds(pool.tree),
          .evaluate = seconds(pool.evaluate),
          .encode = seconds(evaluator.encode_ns),
          .infer = seconds(evaluator.infer_ns),
          .teacher = seconds(actor.teacher_nanoseconds()),
          .leaves = pool.leaves,
          .batches = pool.batches,
          .cache_lookups = evaluator.cache_lookups,
          .cache_hits = evaluator.cache_hits};
}

// One actor's whole life. A failure stops the others.
void act(const SelfPlayJob& job, Evaluator& evaluator, ShardWriter& writer, const std::stop_source& stop,
         Crew& crew) {
  const std::stop_token stopped = stop.get_token();
  SelfPlayTimes times;
  std::exception_ptr failure;
  try {
    Actor actor(job.game_plan, evaluator, job.slots);
    actor.run([&] { return writer.next_game(stopped); },
              [&writer](GameRecord record) { writer.add(std::move(record)); }, stopped);
    times = times_of(actor, evaluator.stats());
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
  ShardWriter writer(job.shard_plan, job.on_shard);
  const auto report = [&] { progress({writer.games_done(), job.shard_plan.games, writer.samples_done()}); };

  std::vector<std::unique_ptr<Evaluator>> evaluators;
  evaluators.reserve(static_cast<std::size_t>(job.threads));
  for (int i = 0; i < job.threads; ++i) evaluators.push_back(job.make_evaluator(job.model, job.slots));

  std::stop_source all_stop;  // by the caller, or by an actor that failed
  const std::stop_callback forward(stop, [&all_stop] { all_stop.request_stop(); });
  Crew crew(job.threads);
  {
    std::vector<std::jthread> threads;
    threads.reserve(evaluators.size());
    try {
      for (const auto& evaluator : evaluators)
        threads.emplace_back([&, &own = *evaluator] { act(job, own, writer, all_stop, crew); });
      while (!crew.wait_for(kProgressInterval)) report();
    } catch (...) {
      all_stop.request_stop();  // else the threads would be joined at the end of all games
      throw;
    }
  }

  SelfPlayResult result{.complete = writer.games_done() == job.shard_plan.games,
                        .problems = writer.problems(),
                        .games_kept = writer.games_kept(),
                        .seconds = seconds_since(start),
                        .times = crew.times()};
  result.times.other =
      result.seconds * job.threads - result.times.tree - result.times.evaluate - result.times.teacher;
  return result;
}

}  // namespace jungle
