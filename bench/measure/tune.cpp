#include "bench/measure/tune.hpp"

#include <algorithm>
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

TuneTable measured(std::vector<TuneCell> cells, const std::vector<Work>& works, double seconds) {
  const auto rates = rounds_of(works, seconds);
  for (std::size_t i = 0; i < cells.size(); ++i) cells[i].rate = median(rates[i]);
  const TuneCell best = best_of(cells);
  return {.cells = std::move(cells), .best = best};
}

Result<TuneTable> tune_self_play(const MeasureSetup& setup, double seconds) {
  const std::vector<TuneCell> cells = grid(setup.threads, kSlots);
  std::vector<std::unique_ptr<Crew>> crews;
  std::vector<Work> works;
  for (const TuneCell& cell : cells) {
    auto crew = Crew::make(setup, {.threads = cell.threads, .slots = cell.batch});
    if (!crew) return Error{crew.error()};
    works.emplace_back([&member = **crew](double turn) { return member.play(turn); });
    crews.push_back(*std::move(crew));
  }
  return measured(cells, works, seconds);
}

Result<TuneTable> tune_search(const MeasureSetup& setup, double seconds) {
  const std::vector<TuneCell> cells = grid(setup.threads, kSearchBatches);
  std::vector<std::unique_ptr<MctsPlayer>> players;
  std::vector<Work> works;
  for (const TuneCell& cell : cells) {
    std::vector<std::unique_ptr<Evaluator>> evaluators;
    for (int i = 0; i < cell.threads; ++i) {
      auto evaluator = setup.make_evaluator(setup.model, Precision::kAuto, cell.batch);
      if (!evaluator) return Error{evaluator.error()};
      evaluators.push_back(*std::move(evaluator));
    }
    players.push_back(make_player(std::move(evaluators), {.batch = cell.batch, .memory_mb = 64}));
    works.push_back(search_from_empty(*players.back(), kSearchVisits, Timing::kWall));
  }
  return measured(cells, works, seconds);
}

}  // namespace

Result<Tuning> tune(const MeasureSetup& setup, double seconds) {
  auto self_play = tune_self_play(setup, seconds / 2);
  if (!self_play) return Error{self_play.error()};
  auto search = tune_search(setup, seconds / 2);
  if (!search) return Error{search.error()};
  return Tuning{*std::move(self_play), *std::move(search)};
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
