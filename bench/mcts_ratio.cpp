// The tree search beside other forms of itself, in turn within one iteration, so that the machine's moods hit
// both: their ratio tells more than either.

#include <benchmark/benchmark.h>

#include "bench/measure/positions.hpp"
#include "bench/measure/rounds.hpp"
#include "bench/suites.hpp"
#include "search/mcts/search.hpp"
#include "search/uniform_evaluator.hpp"
#include "tests/support/textbook_mcts.hpp"

namespace jungle::bench {
namespace {

constexpr std::int64_t kVisits = 200'000;

MctsPlayer make_player(const MctsParams& params, int threads) {
  std::vector<std::unique_ptr<Evaluator>> evaluators;
  for (int i = 0; i < threads; ++i) evaluators.push_back(std::make_unique<UniformEvaluator>());
  return MctsPlayer(std::move(evaluators), {.params = params, .temperature = 0, .seed = 0, .name = "bench"});
}

// Seconds of one search from an empty tree.
double search(MctsPlayer& player, const Game& game, Timing timing) {
  player.new_game();
  const double begin = now(timing);
  benchmark::DoNotOptimize(player.choose_move(game, {.visits = kVisits}, {}).nodes);
  return now(timing) - begin;
}

// The fixed positions in turn, one an iteration.
class GamesInTurn {
 public:
  const Game& next() { return games_[next_++ % games_.size()]; }

 private:
  std::vector<Game> games_ = fixed_games();
  std::size_t next_ = 0;
};

// Counter `ratio`: visits per second over the textbook form's, whose time includes letting go of its tree.
// With `same_tree` the search goes without its own ideas (solver, scaled exploration), and both grow the same
// tree, visit by visit.
void over_textbook(benchmark::State& state, bool same_tree) {
  MctsPlayer player = make_player({.scale_by_spread = !same_tree, .solver = !same_tree}, 1);
  UniformEvaluator evaluator;
  test::TextbookMcts textbook(evaluator, {});
  GamesInTurn games;
  double ours = 0;
  double theirs = 0;
  for (auto _ : state) {
    const Game& game = games.next();
    ours += search(player, game, Timing::kThread);
    const double begin = now(Timing::kThread);
    test::let_go(textbook.run(game, kVisits));
    theirs += now(Timing::kThread) - begin;
  }
  const auto visits = static_cast<double>(state.iterations() * kVisits);
  state.counters["visits_per_second"] = visits / ours;
  state.counters["textbook_visits_per_second"] = visits / theirs;
  state.counters["ratio"] = theirs / ours;
}

// Counter `ratio`: visits per second of `threads` threads over one, by the wall clock.
void over_one_thread(benchmark::State& state, int threads) {
  MctsPlayer one = make_player({}, 1);
  MctsPlayer several = make_player({}, threads);
  GamesInTurn games;
  double seconds_of_one = 0;
  double seconds_of_several = 0;
  for (auto _ : state) {
    const Game& game = games.next();
    seconds_of_one += search(one, game, Timing::kWall);
    seconds_of_several += search(several, game, Timing::kWall);
  }
  const auto visits = static_cast<double>(state.iterations() * kVisits);
  state.counters["one_visits_per_second"] = visits / seconds_of_one;
  state.counters["visits_per_second"] = visits / seconds_of_several;
  state.counters["ratio"] = seconds_of_one / seconds_of_several;
}

}  // namespace

void register_mcts_ratio_benchmarks() {
  const auto unit = benchmark::kMillisecond;
  benchmark::RegisterBenchmark("mcts/ratio/textbook", over_textbook, false)->Unit(unit);
  benchmark::RegisterBenchmark("mcts/ratio/same_tree", over_textbook, true)->Unit(unit);
  benchmark::RegisterBenchmark("mcts/ratio/threads:2", over_one_thread, 2)->Unit(unit)->UseRealTime();
}

}  // namespace jungle::bench
