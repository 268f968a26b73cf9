// How much of the net's speed a tree search keeps: evaluations a second of a search on one thread, over the
// same evaluator asked without a tree.

#include <fmt/format.h>

#include "bench/measure/counting_evaluator.hpp"
#include "bench/measure/parts.hpp"
#include "bench/measure/requests.hpp"
#include "bench/measure/searches.hpp"

namespace jungle::bench {
namespace {

constexpr int kVisits = 800;
constexpr int kFewVisits = 50;
constexpr double kSecondsForAll = 2;

Row measure_batch(const MeasureSetup& setup, int batch, double seconds) {
  const int visits = seconds < kSecondsForAll ? kFewVisits : kVisits;
  Row row{
      .part = "search",
      .name = fmt::format("search.{}", batch),
      .what = fmt::format("evaluations of searches of {} visits from the start with {}, batch {}, one thread",
                          visits, setup.model->config().name(), batch),
      .against = "the same positions without a search, at this batch",
      .unit = "positions/s"};
  auto searching = setup.make_evaluator(setup.model, Precision::kAuto, batch);
  const auto raw = setup.make_evaluator(setup.model, Precision::kAuto, batch);
  if (!searching || !raw) {
    row.note = raw ? searching.error() : raw.error();
    return row;
  }
  auto counting = std::make_unique<CountingEvaluator>(*std::move(searching));
  const CountingEvaluator& counter = *counting;
  std::vector<std::unique_ptr<Evaluator>> evaluators;
  evaluators.push_back(std::move(counting));
  const auto player = make_player(std::move(evaluators), {.batch = batch});
  const auto search = [&] {
    const std::int64_t before = counter.positions();
    player->new_game();
    player->choose_move(Game(rules()), {.visits = visits}, {});
    return static_cast<double>(counter.positions() - before);
  };
  while (counter.kept().size() < CountingEvaluator::kKept) search();
  Requests requests(counter.kept());
  std::vector<EvalResult> results(static_cast<std::size_t>(batch));
  return with_rates(std::move(row), alternate(repeat(search, Timing::kThread),
                                              evaluate_in_turn(**raw, requests, results), seconds));
}

}  // namespace

std::vector<Row> measure_search(const MeasureSetup& setup, double seconds) {
  return {measure_batch(setup, 1, seconds / 2), measure_batch(setup, 8, seconds / 2)};
}

}  // namespace jungle::bench
