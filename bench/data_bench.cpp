// What lies between self-play and learning: shards written, checked and read, batches drawn from the window.

#include <benchmark/benchmark.h>

#include "bench/suites.hpp"
#include "selfplay/batch.hpp"
#include "selfplay/data/shard.hpp"
#include "tests/data/random_games.hpp"

namespace jungle::bench {
namespace {

constexpr int kGames = 256;
constexpr int kBatch = 256;

const Shard& shard() {
  static const Shard shard = make_shard({}, random_games(kGames), {});
  return shard;
}

void count_samples(benchmark::State& state) {
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(shard().size()));
}

// Items: samples.
void make(benchmark::State& state) {
  const std::vector<GameRecord> games = random_games(kGames);
  for (auto _ : state) {
    Shard made = make_shard({}, games, {});
    benchmark::DoNotOptimize(made);
  }
  count_samples(state);
}

// The bytes of the file, checksum included; the disk is left out. Items: samples.
void write(benchmark::State& state) {
  std::size_t bytes = 0;
  for (auto _ : state) bytes += shard_bytes(shard()).size();
  count_samples(state);
  state.SetBytesProcessed(static_cast<std::int64_t>(bytes));
}

// With every check of a reader. Items: samples.
void read(benchmark::State& state) {
  const std::string bytes = shard_bytes(shard());
  for (auto _ : state) {
    if (!parse_shard(bytes)) {
      state.SkipWithError("a shard does not read back");
      break;
    }
  }
  count_samples(state);
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(bytes.size()));
}

// Samples into planes, targets and masks, mirrored half of the time. Items: samples.
void draw(benchmark::State& state) {
  ReplayBuffer replay({});
  replay.add(std::make_shared<const Shard>(shard()));
  BatchBuffer buffer(kBatch);
  Rng rng({6});
  for (auto _ : state) {
    draw_batch(replay, {}, true, rng, buffer);
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * kBatch);
}

}  // namespace

void register_data_benchmarks() {
  benchmark::RegisterBenchmark("data/make_shard", make);
  benchmark::RegisterBenchmark("data/shard_bytes", write);
  benchmark::RegisterBenchmark("data/parse_shard", read);
  benchmark::RegisterBenchmark("data/draw_batch", draw);
}

}  // namespace jungle::bench
