// Alpha-beta from a fresh table at each fixed position. Items: nodes.

#include <benchmark/benchmark.h>

#include "bench/measure/positions.hpp"
#include "bench/suites.hpp"
#include "search/alphabeta/player.hpp"

namespace jungle::bench {
namespace {

void search(benchmark::State& state) {
  const int depth = static_cast<int>(state.range(0));
  AlphaBetaPlayer player("bench");
  const std::vector<Game> games = fixed_games();
  std::int64_t nodes = 0;
  for (auto _ : state) {
    for (const Game& game : games) {
      player.new_game();
      nodes += player.choose_move(game, {.depth = depth}, {}).nodes;
    }
  }
  state.SetItemsProcessed(nodes);
}

// From the start position, where programs are usually compared. Items: nodes.
void search_start(benchmark::State& state) {
  const int depth = static_cast<int>(state.range(0));
  AlphaBetaPlayer player("bench", {.table_mb = 64});
  std::int64_t nodes = 0;
  for (auto _ : state) {
    player.new_game();
    nodes += player.choose_move(Game(rules()), {.depth = depth}, {}).nodes;
  }
  state.SetItemsProcessed(nodes);
}

}  // namespace

void register_alphabeta_benchmarks() {
  benchmark::RegisterBenchmark("alphabeta/depth", search)
      ->DenseRange(6, 10, 2)
      ->Unit(benchmark::kMillisecond);
  benchmark::RegisterBenchmark("alphabeta/start/depth", search_start)
      ->DenseRange(8, 16, 2)
      ->Unit(benchmark::kMillisecond);
}

}  // namespace jungle::bench
