#include "bench/measure/tune.hpp"

#include <algorithm>
#include <functional>
#include <memory>
#include <set>
#include <tuple>

#include "bench/measure/crew.hpp"
#include "bench/measure/searches.hpp"
#include "core/util/check.hpp"

namespace jungle::bench {
namespace {

constexpr int kSlots[] = {8, 16, 32, 64, 128, 256};
constexpr int kSearchBatches[] = {1, 2, 4, 8, 16, 32};
constexpr int kSearchVisits = 800;
constexpr double kAboutEqual = 0.97;

template <std::size_t N>
std::vector<TuneCell> grid(int most_threads, const int (&batches)[N]) {
  std::vector<TuneCell> cells;
  for (const int threads : std::set<int>{1, std::max(1, most_threads / 2), most_threads}) {
    for (const int batch : batches) cells.push_back({.threads = threads, .batch = batch});
  }
  return cells;
}

// What a cell needs is made for its turn and let go after it: all cells at once might not fit in memory.
TuneTable measured(std::vector<TuneCell> cells, const std::function<Sample(const TuneCell&, double)>& measure,
                   double seconds) {
  std::vector<Work> works;
  works.reserve(cells.size());
  for (const TuneCell& cell : cells) works.emplace_back([&](double turn) { return measure(cell, turn); });
  const auto rates = rounds_of(works, seconds);
  for (std::size_t i = 0; i < cells.size(); ++i) cells[i].rate = median(rates[i]);
  const TuneCell best = best_of(cells);
  return {.cells = std::move(cells), .best = best};
}

Sample play(const MeasureSetup& setup, const TuneCell& cell, double seconds) {
  const auto crew = Crew::make(setup, {.threads = cell.threads, .slots = cell.batch});
  return (*crew)->play(seconds);
}

Sample search(const MeasureSetup& setup, const TuneCell& cell, double seconds) {
  std::vector<std::unique_ptr<Evaluator>> evaluators;
  evaluators.reserve(static_cast<std::size_t>(cell.threads));
  for (int i = 0; i < cell.threads; ++i)
    evaluators.push_back(*setup.make_evaluator(setup.model, Precision::kAuto, cell.batch));
  const auto player = make_player(std::move(evaluators), {.batch = cell.batch, .memory_mb = 64});
  return search_from_empty(*player, kSearchVisits, Timing::kWall)(seconds);
}

}  // namespace

Result<Tuning> tune(const MeasureSetup& setup, double seconds) {
  // What makes one makes them all.
  if (const auto evaluator = setup.make_evaluator(setup.model, Precision::kAuto, 1); !evaluator)
    return Error{evaluator.error()};
  const auto turn_of = [&](auto work) {
    return [&setup, work](const TuneCell& cell, double turn) { return work(setup, cell, turn); };
  };
  return Tuning{.self_play = measured(grid(setup.threads, kSlots), turn_of(play), seconds / 2),
                .search = measured(grid(setup.threads, kSearchBatches), turn_of(search), seconds / 2)};
}

TuneCell best_of(const std::vector<TuneCell>& cells) {
  JUNGLE_CHECK(!cells.empty());
  const double fastest = std::ranges::max(cells, {}, &TuneCell::rate).rate;
  TuneCell best = {.threads = 0, .batch = 0, .rate = 0};
  for (const TuneCell& cell : cells) {
    if (cell.rate < kAboutEqual * fastest) continue;
    if (best.threads == 0 || std::tie(cell.batch, cell.threads) < std::tie(best.batch, best.threads))
      best = cell;
  }
  return best;
}

}  // namespace jungle::bench
