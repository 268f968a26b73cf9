#include "bench/measure/crew.hpp"

#include <algorithm>
#include <utility>

#include "bench/measure/requests.hpp"

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

}  // namespace

Crew::Crew(const CrewSize& size)
    : size_(size),
      config_(config_of(size)),
      plan_(make_game_plan(config_, 0)),
      actors_(static_cast<std::size_t>(size.threads)) {}

Result<std::unique_ptr<Crew>> Crew::make(const MeasureSetup& setup, const CrewSize& size) {
  std::unique_ptr<Crew> crew(new Crew(size));
  for (int i = 0; i < size.threads; ++i) {
    auto evaluator = setup.make_evaluator(setup.model, Precision::kAuto, size.slots);
    if (!evaluator) return Error{evaluator.error()};
    crew->evaluators_.push_back(std::make_unique<CountingEvaluator>(*std::move(evaluator)));
  }
  crew->start();
  return crew;
}

void Crew::start() {
  playing_.emplace(evaluators_,
                   [this](std::size_t member, Evaluator& evaluator, const std::stop_token& stop) {
                     Actor& actor = actors_[member].emplace(plan_, evaluator, size_.slots);
                     // Relaxed: games need only differ.
                     actor.run([this] { return next_game_.fetch_add(1, std::memory_order_relaxed); },
                               [](const GameRecord&) {}, stop);
                   });
}

Sample Crew::evaluate(double seconds) {
  // Begun late: by now there are positions of games to evaluate.
  if (!evaluating_) {
    evaluating_.emplace(evaluators_, [this](std::size_t member, Evaluator& evaluator,
                                            const std::stop_token& stop) {
      const auto& met = evaluators_[member]->kept();
      Requests requests = met.empty() ? Requests() : Requests(met);
      std::vector<EvalResult> results(std::min(static_cast<std::size_t>(size_.slots), requests.all().size()));
      while (!stop.stop_requested()) evaluator.evaluate(requests.next(results.size()), results);
    });
  }
  return evaluating_->work(seconds);
}

void Crew::settle(double seconds) {
  constexpr double kGlance = 0.05;
  const std::int64_t enough = std::int64_t{size_.slots} * size_.visits;
  const double begin = now(Timing::kWall);
  const auto is_settled = [&](const auto& evaluator) { return evaluator->positions() >= enough; };
  while (now(Timing::kWall) - begin < seconds && !std::ranges::all_of(evaluators_, is_settled))
    playing_->work(kGlance);
}

SelfPlayTimes Crew::spent() const {
  SelfPlayTimes sum;
  for (std::size_t i = 0; i < evaluators_.size(); ++i) {
    const EvaluatorStats stats = evaluators_[i]->stats();
    if (actors_[i]) sum.tree += in_seconds(actors_[i]->times().tree);  // else it could not be made
    sum.encode += in_seconds(stats.encode_ns);
    sum.infer += in_seconds(stats.infer_ns);
  }
  return sum;
}

Sample Crew::play(double seconds) {
  const SelfPlayTimes before = spent();
  const Sample sample = playing_->work(seconds);
  const SelfPlayTimes after = spent();
  const double tree = after.tree - before.tree, encode = after.encode - before.encode,
               infer = after.infer - before.infer;
  times_.tree += tree;
  times_.encode += encode;
  times_.infer += infer;
  times_.other += sample.seconds * size_.threads - tree - encode - infer;
  return sample;
}

}  // namespace jungle::bench
