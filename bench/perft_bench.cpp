// Perft on one thread, and the same by the slow reference generator: their ratio tells more than either.

#include <benchmark/benchmark.h>

#include "bench/measure/positions.hpp"
#include "bench/measure/rounds.hpp"
#include "bench/suites.hpp"
#include "core/perft.hpp"
#include "tests/support/reference_game.hpp"

namespace jungle::bench {
namespace {

constexpr int kReferenceDepth = 5;

// Items: leaves.
void perft_of_core(benchmark::State& state) {
  const int depth = static_cast<int>(state.range(0));
  const Position start = Position::start(rules());
  std::uint64_t leaves = 0;
  for (auto _ : state) leaves += perft(start, rules(), depth);
  state.SetItemsProcessed(static_cast<std::int64_t>(leaves));
}

// Items: leaves.
void perft_of_reference(benchmark::State& state) {
  const int depth = static_cast<int>(state.range(0));
  const reference::Board start = reference::Board::start(rules().fields());
  std::uint64_t leaves = 0;
  for (auto _ : state) leaves += reference::perft(start, rules().fields(), depth);
  state.SetItemsProcessed(static_cast<std::int64_t>(leaves));
}

class Rate {
 public:
  template <typename Count>
  void measure(const Count& count) {
    const double begin = now(Timing::kThread);
    leaves_ += static_cast<double>(count());
    seconds_ += now(Timing::kThread) - begin;
  }
  double per_second() const { return leaves_ / seconds_; }

 private:
  double leaves_ = 0;
  double seconds_ = 0;
};

// Both in turn within one iteration, so that the machine's moods hit both. Counter `ratio`: core's leaves per
// second over the reference's.
void ratio(benchmark::State& state) {
  const int depth = static_cast<int>(state.range(0));
  Rate core;
  Rate reference;
  for (auto _ : state) {
    core.measure([&] { return perft(Position::start(rules()), rules(), depth); });
    reference.measure([&] {
      return reference::perft(reference::Board::start(rules().fields()), rules().fields(), kReferenceDepth);
    });
  }
  state.counters["core_leaves_per_second"] = core.per_second();
  state.counters["reference_leaves_per_second"] = reference.per_second();
  state.counters["ratio"] = core.per_second() / reference.per_second();
}

}  // namespace

void register_perft_benchmarks() {
  const auto unit = benchmark::kMillisecond;
  benchmark::RegisterBenchmark("perft/core/depth", perft_of_core)->DenseRange(4, 7)->Unit(unit);
  benchmark::RegisterBenchmark("perft/reference/depth", perft_of_reference)
      ->DenseRange(4, kReferenceDepth)
      ->Unit(unit);
  benchmark::RegisterBenchmark("perft/ratio/depth", ratio)->DenseRange(6, 7)->Unit(unit);
}

}  // namespace jungle::bench
