// The training step of LibTorch, opened as the program opens it. Items: samples.

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "bench/requests.hpp"
#include "bench/suites.hpp"
#include "core/util/random.hpp"
#include "nn/encoding.hpp"
#include "nn/torch_loader.hpp"

namespace jungle::bench {
namespace {

constexpr int kBatch = 256;
constexpr double kLearningRate = 1e-3;

// Real positions with made-up targets: any move is the best one, any result the game's.
class Batch {
 public:
  Batch() {
    Requests requests;
    Rng rng({5});
    for (const EvalRequest& request : requests.next(kBatch)) add(request, rng);
  }
  TrainBatch view() const { return {planes_, policy_, mask_, wdl_, plies_left_, weight_}; }

 private:
  void add(const EvalRequest& request, Rng& rng) {
    planes_.resize(planes_.size() + kEncodedSize);
    encode(request, std::span(planes_).last(kEncodedSize));
    policy_.resize(policy_.size() + kPolicySize);
    mask_.resize(mask_.size() + kPolicySize);
    const Side side = request.position->side_to_move();
    const MoveList& moves = *request.legal_moves;
    for (const Move move : moves) mask_[mask_.size() - kPolicySize + policy(move, side)] = 1;
    const Move best = moves[static_cast<int>(rng.below(static_cast<std::uint64_t>(moves.size())))];
    policy_[policy_.size() - kPolicySize + policy(best, side)] = 1;
    const std::uint64_t outcome = rng.below(3);
    for (std::uint64_t i = 0; i < 3; ++i) wdl_.push_back(i == outcome ? 1.0F : 0.0F);
    plies_left_.push_back(static_cast<float>(1 + rng.below(200)));
    weight_.push_back(1);
  }
  static std::size_t policy(Move move, Side side) {
    return static_cast<std::size_t>(policy_index(move, side));
  }

  std::vector<float> planes_;
  std::vector<float> policy_;
  std::vector<float> mask_;
  std::vector<float> wdl_;
  std::vector<float> plies_left_;
  std::vector<float> weight_;
};

void train(benchmark::State& state, const std::string& net, const TrainerConfig& config) {
  const Result<TorchModule> torch = TorchModule::open();
  if (!torch) {
    state.SkipWithError(torch.error().c_str());
    return;
  }
  const auto trainer = torch->api().make_trainer(random_model(net)->weights(), config);
  const Batch batch;
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
  const Batch batch;
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
