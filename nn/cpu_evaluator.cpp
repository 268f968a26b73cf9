#include "nn/cpu_evaluator.hpp"

#include <chrono>
#include <utility>

#include <fmt/format.h>
#include <xxhash.h>

#include "nn/bfloat16_tower.hpp"
#include "nn/finite_outputs.hpp"
#include "nn/folded_net.hpp"
#include "nn/output_heads.hpp"
#include "nn/winograd_tower.hpp"

namespace jungle {
namespace {

using Clock = std::chrono::steady_clock;

class CpuEvaluator final : public Evaluator {
 public:
  CpuEvaluator(const Model& model, std::unique_ptr<Tower> tower, int max_batch)
      : max_batch_(max_batch),
        tower_(std::move(tower)),
        heads_(model.weights(), tower_->layout()),
        net_(fmt::format("{} {:016x}", model.config().name(), model.id())) {
    const std::string form = tower_->description();
    id_ = XXH3_64bits_withSeed(form.data(), form.size(), model.id());
  }

  void evaluate(std::span<const EvalRequest> requests, std::span<EvalResult> results) override {
    JUNGLE_CHECK(!requests.empty() && requests.size() == results.size() &&
                 std::ssize(requests) <= max_batch_);
    while (!requests.empty()) {
      const auto count = static_cast<std::size_t>(tower_->next_chunk(static_cast<int>(requests.size())));
      evaluate_chunk(requests.first(count), results.first(count));
      requests = requests.subspan(count);
      results = results.subspan(count);
    }
  }

  int max_batch() const override { return max_batch_; }
  std::uint64_t id() const override { return id_; }
  EvaluatorStats stats() const override { return stats_; }
  std::string description() const override { return tower_->description() + ", " + net_; }

 private:
  void evaluate_chunk(std::span<const EvalRequest> requests, std::span<EvalResult> results) {
    const auto begin = Clock::now();
    tower_->encode(requests);
    const auto encoded = Clock::now();
    heads_.read(tower_->forward(requests), requests, results);
    check_finite(requests, results, net_);
    stats_.encode_ns += std::chrono::nanoseconds(encoded - begin).count();
    stats_.infer_ns += std::chrono::nanoseconds(Clock::now() - encoded).count();
  }

  int max_batch_;
  std::unique_ptr<Tower> tower_;
  OutputHeads heads_;
  std::string net_;
  std::uint64_t id_;
  EvaluatorStats stats_;
};

}  // namespace

Result<std::unique_ptr<Evaluator>> make_cpu_evaluator(const std::shared_ptr<const Model>& model,
                                                      const CpuEvaluatorOptions& options) {
  JUNGLE_CHECK(model != nullptr && options.max_batch >= 1);
  const bool bfloat16 = options.precision == Precision::kBfloat16 ||
                        (options.precision == Precision::kAuto && bfloat16_is_fastest());
  const FoldedNet net = fold(model->weights());
  std::unique_ptr<Tower> tower;
  if (bfloat16) {
    Result<std::unique_ptr<Tower>> made = make_bfloat16_tower(net);
    if (!made) return Error{made.error()};
    tower = *std::move(made);
  } else {
    tower = std::make_unique<WinogradTower>(net);
  }
  return std::unique_ptr<Evaluator>(
      std::make_unique<CpuEvaluator>(*model, std::move(tower), options.max_batch));
}

}  // namespace jungle
