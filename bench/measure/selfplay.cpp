// How much of the net's speed self-play keeps: evaluations a second of the actors, over the same evaluators
// without games; and where the actors' time goes.

#include <fmt/format.h>

#include "bench/measure/crew.hpp"
#include "bench/measure/parts.hpp"

namespace jungle::bench {
namespace {

constexpr double kSettling = 0.25;  // of the time, at most

Row share_of_time(const char* name, const std::string& what, double spent, const SelfPlayTimes& times) {
  Row row{.part = "selfplay",
          .name = fmt::format("selfplay.{}", name),
          .what = fmt::format("{}, of the threads' time in self-play", what),
          .unit = "%"};
  const double all = times.tree + times.encode + times.infer + times.other;
  if (all > 0) row.ours = 100 * spent / all;
  row.rounds = 1;
  return row;
}

}  // namespace

std::vector<Row> measure_selfplay(const MeasureSetup& setup, double seconds) {
  const CrewSize size{.threads = setup.threads};
  Row row{.part = "selfplay",
          .name = "selfplay",
          .what = fmt::format("evaluations of self-play with {}, {} visits, {} threads, {} games each",
                              setup.model->config().name(), size.visits, size.threads, size.slots),
          .against = "positions of these games without the games, on as many threads, at this batch",
          .unit = "positions/s"};
  const auto crew = Crew::make(setup, size);
  if (!crew) {
    row.note = crew.error();
    return {row};
  }
  (*crew)->settle(kSettling * seconds);
  const Rates rates =
      alternate([&](double turn) { return (*crew)->play(turn); },
                [&](double turn) { return (*crew)->evaluate(turn); }, (1 - kSettling) * seconds);
  const SelfPlayTimes& times = (*crew)->times();
  return {with_rates(std::move(row), rates),
          share_of_time("encode", "positions into planes", times.encode, times),
          share_of_time("infer", "the net", times.infer, times),
          share_of_time("tree", "the tree", times.tree, times)};
}

}  // namespace jungle::bench
