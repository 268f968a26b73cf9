#include "app/evaluator_factory.hpp"

#include "nn/torch_loader.hpp"

namespace jungle {
namespace {

using EvaluatorResult = Result<std::unique_ptr<Evaluator>>;

EvaluatorResult make_with_torch(const std::shared_ptr<const Model>& model,
                                const NetEvaluatorOptions& options) {
  if (options.precision == Precision::kBfloat16) {
    return Error{"backend=torch computes in float32; take backend=cpu for bfloat16"};
  }
  const Result<TorchModule> torch = TorchModule::open();
  if (!torch) return Error{torch.error()};
  return torch->api().make_evaluator(model, options.device, options.max_batch);
}

}  // namespace

Result<std::unique_ptr<Evaluator>> make_net_evaluator(const std::shared_ptr<const Model>& model,
                                                      const NetEvaluatorOptions& options) {
  if (options.backend == NetBackend::kTorch) return make_with_torch(model, options);
  return make_cpu_evaluator(model, {.precision = options.precision, .max_batch = options.max_batch});
}

}  // namespace jungle
