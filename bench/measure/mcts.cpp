// Visits a second of the tree alone, with an evaluator that costs nothing: over the textbook's form, and
// several threads over one.

#include <fmt/format.h>

#include "bench/measure/parts.hpp"
#include "bench/measure/searches.hpp"
#include "core/util/available_cores.hpp"
#include "search/uniform_evaluator.hpp"
#include "tests/support/textbook_mcts.hpp"

namespace jungle::bench {
namespace {

constexpr int kManyVisits = 200'000;
constexpr int kFewVisits = 2'000;
constexpr double kSecondsForMany = 6;

// Letting go of the tree is part of it, as our own search pays for beginning a new one.
Work search_textbook(Evaluator& evaluator, int visits) {
  return repeat(
      [&evaluator, visits] {
        test::let_go(test::TextbookMcts(evaluator, {}).run(Game(rules()), visits));
        return static_cast<double>(visits);
      },
      Timing::kThread);
}

Row measure_tree(int visits, double seconds) {
  const auto player = make_uniform_player(1);
  UniformEvaluator evaluator;
  return with_rates(
      {.part = "mcts",
       .name = "mcts",
       .what = fmt::format("visits of searches of {} from the start with a constant evaluator, one thread",
                           visits),
       .against = "a textbook search: heap nodes, shared pointers",
       .unit = "visits/s"},
      alternate(search_from_empty(*player, visits, Timing::kThread), search_textbook(evaluator, visits),
                seconds));
}

Row measure_threads(int visits, double seconds) {
  constexpr int kThreads = 2;
  Row row{.part = "mcts",
          .name = "mcts.threads",
          .what = fmt::format(
              "visits of searches of {} from the start with a constant evaluator, {} threads on one tree",
              visits, kThreads),
          .against = "the same on one thread",
          .unit = "visits/s"};
  if (available_cores() < kThreads) {
    row.note = "needs two cores";
    return row;
  }
  const auto one = make_uniform_player(1);
  const auto several = make_uniform_player(kThreads);
  return with_rates(std::move(row), alternate(search_from_empty(*several, visits, Timing::kWall),
                                              search_from_empty(*one, visits, Timing::kWall), seconds));
}

}  // namespace

std::vector<Row> measure_mcts(const MeasureSetup&, double seconds) {
  const int visits = seconds < kSecondsForMany ? kFewVisits : kManyVisits;
  return {measure_tree(visits, 0.6 * seconds), measure_threads(visits, 0.4 * seconds)};
}

}  // namespace jungle::bench
