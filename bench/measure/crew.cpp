#include "bench/measure/crew.hpp"

#include <chrono>
#include <exception>
#include <thread>
#include <utility>

#include "bench/measure/requests.hpp"
#include "selfplay/actor.hpp"

namespace jungle::bench {
namespace {

double in_seconds(std::int64_t nanoseconds) { return static_cast<double>(nanoseconds) * 1e-9; }

TrainConfig config_of(const CrewSize& size) {
  TrainConfig config;
  config.selfplay.slots = size.slots;
  config.selfplay.full_visits = size.visits;
  config.selfplay.full_probability = 1;
  return config;
}

// Threads that do the same until told to stop. The first failure stops all and is thrown by finish().
class Team {
 public:
  Team(std::size_t members, const std::function<void(std::size_t, const std::stop_token&)>& act)
      : failures_(members) {
    try {
      for (std::size_t i = 0; i < members; ++i) threads_.emplace_back([this, &act, i] { work(act, i); });
    } catch (...) {
      stop_.request_stop();  // else those that began would be joined for ever
      throw;
    }
  }
  bool failed() const { return stop_.stop_requested(); }
  void finish() {
    stop_.request_stop();
    threads_.clear();
    for (const std::exception_ptr& failure : failures_) {
      if (failure) std::rethrow_exception(failure);
    }
  }

 private:
  void work(const std::function<void(std::size_t, const std::stop_token&)>& act, std::size_t member) {
    try {
      act(member, stop_.get_token());
    } catch (...) {
      failures_[member] = std::current_exception();
      stop_.request_stop();
    }
  }

  std::stop_source stop_;
  std::vector<std::exception_ptr> failures_;
  std::vector<std::jthread> threads_;  // last: joined before the rest goes
};

}  // namespace

Crew::Crew(const CrewSize& size) : size_(size), config_(config_of(size)), plan_(make_game_plan(config_, 0)) {}

Result<std::unique_ptr<Crew>> Crew::make(const MeasureSetup& setup, const CrewSize& size) {
  std::unique_ptr<Crew> crew(new Crew(size));
  for (int i = 0; i < size.threads; ++i) {
    auto evaluator = setup.make_evaluator(setup.model, Precision::kAuto, size.slots);
    if (!evaluator) return Error{evaluator.error()};
    crew->evaluators_.push_back(std::make_unique<CountingEvaluator>(*std::move(evaluator)));
  }
  return crew;
}

Sample Crew::run(double seconds, const Act& act) {
  using std::chrono::duration, std::chrono::milliseconds;
  std::vector<std::int64_t> before;
  for (const auto& evaluator : evaluators_) before.push_back(evaluator->positions());
  const auto all_have_begun = [&] {
    for (std::size_t i = 0; i < before.size(); ++i) {
      if (evaluators_[i]->positions() == before[i]) return false;
    }
    return true;
  };

  const double begin = now(Timing::kWall);
  Team team(evaluators_.size(), act);
  std::this_thread::sleep_for(duration<double>(seconds));
  while (!all_have_begun() && !team.failed()) std::this_thread::sleep_for(milliseconds(1));
  team.finish();
  Sample sample{.items = 0, .seconds = now(Timing::kWall) - begin};
  for (std::size_t i = 0; i < before.size(); ++i)
    sample.items += static_cast<double>(evaluators_[i]->positions() - before[i]);
  return sample;
}

Sample Crew::play(double seconds) {
  std::vector<SelfPlayTimes> spent(evaluators_.size());
  const Sample sample = run(seconds, [&](std::size_t member, const std::stop_token& stop) {
    Evaluator& evaluator = *evaluators_[member];
    const EvaluatorStats before = evaluator.stats();
    Actor actor(plan_, evaluator, size_.slots);
    actor.run([&] { return next_game_.fetch_add(1, std::memory_order_relaxed); }, [](const GameRecord&) {},
              stop);
    const EvaluatorStats after = evaluator.stats();
    spent[member] = {.tree = in_seconds(actor.times().tree),
                     .evaluate = in_seconds(actor.times().evaluate),
                     .encode = in_seconds(after.encode_ns - before.encode_ns),
                     .infer = in_seconds(after.infer_ns - before.infer_ns)};
  });
  for (const SelfPlayTimes& one : spent) {
    times_.tree += one.tree;
    times_.evaluate += one.evaluate;
    times_.encode += one.encode;
    times_.infer += one.infer;
    times_.other += sample.seconds - one.tree - one.evaluate;
  }
  return sample;
}

Sample Crew::evaluate(double seconds) {
  return run(seconds, [&](std::size_t member, const std::stop_token& stop) {
    Requests requests;
    std::vector<EvalResult> results(static_cast<std::size_t>(size_.slots));
    do {
      evaluators_[member]->evaluate(requests.next(results.size()), results);
    } while (!stop.stop_requested());
  });
}

}  // namespace jungle::bench
