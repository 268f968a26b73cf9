// Trees of 10^4 to 10^7 visits: how fast they grow, what a visit takes of memory, and what is allocated on
// the way (nothing).

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "app/evaluator_factory.hpp"
#include "bench/measure/positions.hpp"
#include "bench/measure/requests.hpp"
#include "bench/suites.hpp"
#include "search/caching_evaluator.hpp"
#include "search/mcts/pool.hpp"
#include "search/mcts/search.hpp"
#include "search/uniform_evaluator.hpp"
#include "tests/support/allocation_probe.hpp"

namespace jungle::bench {
namespace {

constexpr int kTreeMegabytes = 2048;  // of addresses; what is not used is not touched
constexpr int kCacheMegabytes = 64;
constexpr std::int64_t kPoolVisits = 1000;

struct TreeSetting {
  bool net;  // c32b4 behind a cache; otherwise an evaluator that costs nothing
  int threads;
};

// An evaluator for each thread, with a view of each. Empty when a net can't be run.
struct ProbedEvaluators {
  std::vector<std::unique_ptr<Evaluator>> evaluators;
  std::vector<test::AllocationProbe*> probes;

  long allocations() const {
    long sum = 0;
    for (const test::AllocationProbe* probe : probes) sum += probe->allocations();
    return sum;
  }
};

ProbedEvaluators make_evaluators(benchmark::State& state, const TreeSetting& setting) {
  ProbedEvaluators made;
  const auto cache = std::make_shared<EvalCache>(std::size_t{kCacheMegabytes} << 20);
  for (int i = 0; i < setting.threads; ++i) {
    std::unique_ptr<Evaluator> evaluator = std::make_unique<UniformEvaluator>();
    if (setting.net) {
      auto net = make_net_evaluator(random_model("c32b4"), {.max_batch = 1});
      if (!net) {
        state.SkipWithError(net.error().c_str());
        return {};
      }
      evaluator = std::make_unique<CachingEvaluator>(std::move(*net), cache);
    }
    auto probe = std::make_unique<test::AllocationProbe>(std::move(evaluator));
    made.probes.push_back(probe.get());
    made.evaluators.push_back(std::move(probe));
  }
  return made;
}

// One tree of 10^exponent visits an iteration, of the start position. Items: visits. Counters:
// bytes_per_visit of the tree; allocations from leaf to leaf once warm.
void grow_tree(benchmark::State& state, const TreeSetting& setting) {
  std::int64_t visits = 1;
  for (int i = 0; i < state.range(0); ++i) visits *= 10;
  ProbedEvaluators made = make_evaluators(state, setting);
  if (made.evaluators.empty()) return;
  MctsPlayer player(std::move(made.evaluators),
                    {.params = {.memory_mb = kTreeMegabytes}, .temperature = 0, .seed = 0, .name = "bench"});
  long allocations = 0;
  for (auto _ : state) {
    player.new_game();
    for (test::AllocationProbe* probe : made.probes) probe->restart();
    const Decision decision = player.choose_move(Game(rules()), {.visits = visits}, {});
    if (decision.nodes != visits) state.SkipWithError("the tree did not get its visits");
    allocations += made.allocations();
  }
  state.SetItemsProcessed(state.iterations() * visits);
  state.counters["bytes_per_visit"] =
      static_cast<double>(player.tree().memory().touched_bytes()) / static_cast<double>(visits);
  state.counters["allocations"] = static_cast<double>(allocations);
}

// Counter `allocations`: in all steps of a pool that end no search, once each slot has had one. Items:
// leaves.
void allocations_of_pool(benchmark::State& state) {
  constexpr int kSlots = 16;
  UniformEvaluator evaluator;
  SearchPool pool(evaluator, {.memory_mb = 64}, kSlots);
  for (int slot = 0; slot < kSlots; ++slot) pool.start(slot, Game(rules()), {.visits = kPoolVisits});
  for (int i = 0; i < 10; ++i) pool.step();
  long allocations = 0;
  for (auto _ : state) {
    const long before = test::allocations_of_this_thread();
    const std::span<const int> finished = pool.step();
    if (finished.empty()) allocations += test::allocations_of_this_thread() - before;
    for (const int slot : finished) pool.start(slot, Game(rules()), {.visits = kPoolVisits});
  }
  state.SetItemsProcessed(state.iterations() * kSlots);
  state.counters["allocations"] = static_cast<double>(allocations);
}

void add_tree(const TreeSetting& setting, int largest_exponent) {
  const std::string name =
      fmt::format("mcts/tree/{}/threads:{}/exponent", setting.net ? "c32b4" : "uniform", setting.threads);
  benchmark::RegisterBenchmark(name.c_str(), grow_tree, setting)
      ->DenseRange(4, largest_exponent)
      ->Unit(benchmark::kMillisecond)
      ->UseRealTime();
}

}  // namespace

void register_mcts_tree_benchmarks() {
  for (const int threads : {1, 2}) {
    add_tree({.net = false, .threads = threads}, 7);
    add_tree({.net = true, .threads = threads}, 6);
  }
  benchmark::RegisterBenchmark("mcts/allocations/pool", allocations_of_pool);
}

}  // namespace jungle::bench
