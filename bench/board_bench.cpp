// What a search does at every node: legal moves, the position after one, the end of the game.

#include <benchmark/benchmark.h>

#include "bench/measure/positions.hpp"
#include "bench/suites.hpp"
#include "core/movegen.hpp"
#include "tests/support/random_positions.hpp"

namespace jungle::bench {
namespace {

// Items: legal moves.
void generate(benchmark::State& state) {
  std::int64_t moves_made = 0;
  MoveList moves;
  for (auto _ : state) {
    for (const Position& position : game_positions()) {
      generate_legal(position, rules(), moves);
      benchmark::DoNotOptimize(moves.data());
      moves_made += moves.size();
    }
  }
  state.SetItemsProcessed(moves_made);
}

// Items: legal moves.
void count(benchmark::State& state) {
  std::int64_t moves_counted = 0;
  for (auto _ : state) {
    for (const Position& position : game_positions()) moves_counted += count_legal(position, rules());
  }
  state.SetItemsProcessed(moves_counted);
}

struct Step {
  Position position;
  Move move;
};

std::vector<Step> steps() {
  std::vector<Step> steps;
  Rng rng({2});
  for (const Position& position : game_positions()) {
    steps.push_back({position, test::random_move(position, rules(), rng)});
  }
  return steps;
}

// Items: positions made by a move, hash key included.
void copy_make(benchmark::State& state) {
  const std::vector<Step> all = steps();
  for (auto _ : state) {
    for (const Step& step : all) {
      Position after = step.position.after(step.move, rules());
      benchmark::DoNotOptimize(after);
    }
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(all.size()));
}

// Items: positions judged.
void judge(benchmark::State& state) {
  for (auto _ : state) {
    for (const Position& position : game_positions()) {
      Outcome outcome = board_outcome(position, rules());
      benchmark::DoNotOptimize(outcome);
    }
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(game_positions().size()));
}

// Items: plies of random games from start to end, history and draw rules included.
void play_game(benchmark::State& state) {
  Rng rng({3});
  MoveList moves;
  std::int64_t plies = 0;
  for (auto _ : state) {
    Game game(rules());
    while (game.outcome().is_ongoing()) {
      game.legal_moves(moves);
      game.play(moves[static_cast<int>(rng.below(static_cast<std::uint64_t>(moves.size())))]);
    }
    plies += game.plies();
  }
  state.SetItemsProcessed(plies);
}

}  // namespace

void register_board_benchmarks() {
  benchmark::RegisterBenchmark("board/generate_legal", generate);
  benchmark::RegisterBenchmark("board/count_legal", count);
  benchmark::RegisterBenchmark("board/copy_make", copy_make);
  benchmark::RegisterBenchmark("board/outcome", judge);
  benchmark::RegisterBenchmark("board/random_game", play_game);
}

}  // namespace jungle::bench
