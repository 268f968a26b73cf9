// The training step of LibTorch, opened as the program opens it. Items: samples.

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "bench/measure/requests.hpp"
#include "bench/measure/training_batch.hpp"
#include "bench/suites.hpp"
#include "nn/torch_loader.hpp"

namespace jungle::bench {
namespace {

constexpr int kBatch = 256;
constexpr double kLearningRate = 1e-3;

void train(benchmark::State& state, const std::string& net, const TrainerConfig& config) {
  const Result<TorchModule> torch = TorchModule::open();
  if (!torch) {
    state.SkipWithError(torch.error().c_str());
    return;
  }
  const auto trainer = torch->api().make_trainer(random_model(net)->weights(), config);
  const TrainingBatch batch(kBatch);
  for (auto _ : state) {
    StepLosses losses = trainer->step(batch.view(), kLearningRate);
    benchmark::DoNotOptimize(losses);
  }
  state.SetItemsProcessed(state.iterations() * kBatch);
  state.SetLabel(trainer->description());
}

// The plain loop, LibTorch's threads within each operation.
void train_plainly(benchmark::State& state, const std::string& net, int threads) {
  const Result<TorchModule> torch = TorchModule::open();
  if (!torch) {
    state.SkipWithError(torch.error().c_str());
    return;
  }
  const PlainTrainingStep step = torch->api().make_plain_training_step(
      random_model(net)->weights(), {.batch_size = kBatch, .threads = threads});
  const TrainingBatch batch(kBatch);
  for (auto _ : state) {
    StepLosses losses = step(batch.view(), kLearningRate);
    benchmark::DoNotOptimize(losses);
  }
  state.SetItemsProcessed(state.iterations() * kBatch);
}

}  // namespace

void register_train_benchmarks() {
  for (const char* net : {"c32b4", "c64b6"}) {
    for (const int threads : {1, 2}) {
      const std::string plain = fmt::format("train/{}/plain/threads:{}", net, threads);
      benchmark::RegisterBenchmark(plain.c_str(), train_plainly, std::string(net), threads)
          ->Unit(benchmark::kMillisecond)
          ->UseRealTime();
      for (const bool bfloat16 : {false, true}) {
        const std::string name =
            fmt::format("train/{}/{}/threads:{}", net, bfloat16 ? "bfloat16" : "float32", threads);
        const TrainerConfig config{.batch_size = kBatch, .threads = threads, .bfloat16 = bfloat16};
        benchmark::RegisterBenchmark(name.c_str(), train, std::string(net), config)
            ->Unit(benchmark::kMillisecond)
            ->UseRealTime();
      }
    }
  }
}

}  // namespace jungle::bench
