#include "nn/onednn_evaluator.hpp"

#include <chrono>
#include <utility>

#include <fmt/format.h>
#include <xxhash.h>

#include "nn/encoding.hpp"
#include "nn/finite_outputs.hpp"
#include "nn/folded_net.hpp"
#include "nn/onednn_compat.hpp"
#include "nn/onednn_tower.hpp"
#include "nn/output_heads.hpp"

// The OpenMP library that oneDNN itself runs on; declared here because not every compiler we use has an omp.h
// for it.
extern "C" {
int omp_get_max_threads();
void omp_set_num_threads(int threads);
}

namespace jungle {
namespace {

// oneDNN shares its work among OpenMP threads, whose barriers spin; with a single one it calls its kernels
// directly. The setting is the calling thread's own, and is put back for whatever else that thread does with
// OpenMP.
class SingleThreaded {
 public:
  SingleThreaded() : before_(omp_get_max_threads()) { omp_set_num_threads(1); }
  SingleThreaded(const SingleThreaded&) = delete;
  SingleThreaded& operator=(const SingleThreaded&) = delete;
  ~SingleThreaded() { omp_set_num_threads(before_); }

 private:
  int before_;
};

using Clock = std::chrono::steady_clock;

class OnednnEvaluator final : public Evaluator {
 public:
  OnednnEvaluator(const Model& model, bool bfloat16, int max_batch)
      : bfloat16_(bfloat16),
        max_batch_(max_batch),
        backend_(fmt::format("onednn {}, {}, {}", onednn::version(), bfloat16 ? "bfloat16" : "float32",
                             onednn::instruction_set_name())),
        net_(fmt::format("{} {:016x}", model.config().name(), model.id())),
        id_(XXH3_64bits_withSeed(backend_.data(), backend_.size(), model.id())),
        tower_(fold(model.weights()), bfloat16),
        heads_(model.weights()) {}

  void evaluate(std::span<const EvalRequest> requests, std::span<EvalResult> results) override {
    JUNGLE_CHECK(!requests.empty() && requests.size() == results.size() &&
                 std::ssize(requests) <= max_batch_);
    const SingleThreaded single_threaded;
    while (!requests.empty()) {
      const auto count = static_cast<std::size_t>(tower_.next_chunk(static_cast<int>(requests.size())));
      evaluate_chunk(requests.first(count), results.first(count));
      requests = requests.subspan(count);
      results = results.subspan(count);
    }
  }

  int max_batch() const override { return max_batch_; }
  std::uint64_t id() const override { return id_; }
  EvaluatorStats stats() const override { return stats_; }
  std::string description() const override { return backend_ + ", " + net_; }

 private:
  void evaluate_chunk(std::span<const EvalRequest> requests, std::span<EvalResult> results) {
    const auto begin = Clock::now();
    const int count = static_cast<int>(requests.size());
    for (int i = 0; i < count; ++i) {
      const EvalRequest& request = requests[static_cast<std::size_t>(i)];
      if (bfloat16_) {
        encode(request, tower_.bfloat16_input(i));
      } else {
        encode(request, tower_.float32_input(i));
      }
    }
    const auto encoded = Clock::now();
    tower_.run(count);
    heads_.read(tower_.features(count), requests, results);
    check_finite(requests, results, net_);
    stats_.encode_ns += std::chrono::nanoseconds(encoded - begin).count();
    stats_.infer_ns += std::chrono::nanoseconds(Clock::now() - encoded).count();
  }

  bool bfloat16_;
  int max_batch_;
  std::string backend_;
  std::string net_;
  std::uint64_t id_;
  OnednnTower tower_;
  OutputHeads heads_;
  EvaluatorStats stats_;
};

}  // namespace

Result<std::unique_ptr<Evaluator>> make_onednn_evaluator(const std::shared_ptr<const Model>& model,
                                                         const OnednnOptions& options) {
  JUNGLE_CHECK(model != nullptr && options.max_batch >= 1);
  const bool has_bfloat16 = onednn::has_bfloat16_instructions();
  if (options.precision == Precision::kBfloat16 && !has_bfloat16) {
    return Error{"bfloat16 inference needs a processor with avx512_bf16 or amx_bf16; oneDNN runs with " +
                 onednn::instruction_set_name() + " here: use float32"};
  }
  const bool bfloat16 = has_bfloat16 && options.precision != Precision::kFloat32;
  return std::unique_ptr<Evaluator>(std::make_unique<OnednnEvaluator>(*model, bfloat16, options.max_batch));
}

}  // namespace jungle
