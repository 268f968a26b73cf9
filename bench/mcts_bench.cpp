// Tree search: the tree by itself (an evaluator that knows nothing costs nothing), then with a net, for
// matches and for self-play.

#include <algorithm>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "app/evaluator_factory.hpp"
#include "bench/measure/positions.hpp"
#include "bench/measure/requests.hpp"
#include "bench/suites.hpp"
#include "core/util/available_cores.hpp"
#include "search/mcts/pool.hpp"
#include "search/mcts/search.hpp"
#include "search/uniform_evaluator.hpp"

namespace jungle::bench {
namespace {

constexpr const char* kUniform = "uniform";
constexpr int kPoolVisits = 100;

// Null, and the benchmark skipped with the reason, when it can't be made.
std::unique_ptr<Evaluator> make_evaluator(benchmark::State& state, const std::string& net, int max_batch) {
  if (net == kUniform) return std::make_unique<UniformEvaluator>();
  auto evaluator = make_net_evaluator(random_model(net), {.max_batch = max_batch});
  if (evaluator) return std::move(*evaluator);
  state.SkipWithError(evaluator.error().c_str());
  return nullptr;
}

struct SearchSetting {
  std::string net;
  std::int64_t visits;
  int threads;
  int batch;
};

// One search of each fixed position an iteration. Items: visits.
void search_tree(benchmark::State& state, const SearchSetting& setting) {
  std::vector<std::unique_ptr<Evaluator>> evaluators;
  for (int i = 0; i < setting.threads; ++i) {
    evaluators.push_back(make_evaluator(state, setting.net, setting.batch));
    if (evaluators.back() == nullptr) return;
  }
  MctsPlayer player(std::move(evaluators),
                    {.params = {.batch = setting.batch}, .temperature = 0, .seed = 0, .name = "bench"});
  const std::vector<Game> games = fixed_games();
  std::int64_t visits = 0;
  for (auto _ : state) {
    for (const Game& game : games) {
      player.new_game();
      visits += player.choose_move(game, {.visits = setting.visits}, {}).nodes;
    }
  }
  state.SetItemsProcessed(visits);
}

// The pool of self-play: a step evaluates one leaf of every slot. Items: leaves.
void step_pool(benchmark::State& state, const std::string& net, int slots) {
  const std::unique_ptr<Evaluator> evaluator = make_evaluator(state, net, slots);
  if (evaluator == nullptr) return;
  SearchPool pool(*evaluator, {}, slots);
  const std::vector<Game> games = fixed_games();
  std::size_t started = 0;
  const auto start = [&](int slot) {
    const Game& game = games[started++ % games.size()];
    pool.forget(slot);
    pool.start(slot, game, {.visits = kPoolVisits, .root_noise = true, .noise_seed = started});
  };
  for (int slot = 0; slot < slots; ++slot) start(slot);
  for (auto _ : state) {
    for (const int slot : pool.step()) start(slot);
  }
  state.SetItemsProcessed(pool.times().leaves);
}

void add_search(const SearchSetting& setting) {
  const std::string name =
      fmt::format("mcts/search/{}/threads:{}/batch:{}", setting.net, setting.threads, setting.batch);
  benchmark::RegisterBenchmark(name.c_str(), search_tree, setting)
      ->Unit(benchmark::kMillisecond)
      ->UseRealTime();
}

}  // namespace

void register_mcts_benchmarks() {
  for (int threads = 1; threads <= std::max(2, available_cores()); threads *= 2) {
    add_search({.net = kUniform, .visits = 20'000, .threads = threads, .batch = 1});
    for (const int batch : {1, 8})
      add_search({.net = "c32b4", .visits = 400, .threads = threads, .batch = batch});
  }
  for (const char* net : {kUniform, "c32b4"}) {
    const std::string name = fmt::format("mcts/pool/{}/slots:64", net);
    benchmark::RegisterBenchmark(name.c_str(), step_pool, std::string(net), 64);
  }
}

}  // namespace jungle::bench
