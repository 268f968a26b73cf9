#include "app/evaluator_factory.hpp"

#include "nn/torch_loader.hpp"

namespace jungle {
namespace {

using EvaluatorResult = Result<std::unique_ptr<Evaluator>>;

EvaluatorResult make_with_torch(const std::shared_ptr<const Model>& model,
                                const NetEvaluatorOptions& options) {
  if (options.precision == Precision::kBfloat16) {
    return Error{"backend=torch computes in float32; take backend=onednn for bfloat16"};
  }
  const Result<TorchModule> torch = TorchModule::open();
  if (!torch) return Error{torch.error()};
  return torch->api().make_evaluator(model, options.device, options.max_batch);
}

EvaluatorResult make_with_onednn(const std::shared_ptr<const Model>& model,
                                 const NetEvaluatorOptions& options) {
#ifdef JUNGLE_WITH_ONEDNN
  return make_onednn_evaluator(model, {.precision = options.precision, .max_batch = options.max_batch});
#else
  (void)model, (void)options;
  return Error{"this program was built without oneDNN (JUNGLE_WITH_ONEDNN=OFF); take backend=torch"};
#endif
}

}  // namespace

Result<std::unique_ptr<Evaluator>> make_net_evaluator(const std::shared_ptr<const Model>& model,
                                                      const NetEvaluatorOptions& options) {
  return options.backend == NetBackend::kTorch ? make_with_torch(model, options)
                                               : make_with_onednn(model, options);
}

}  // namespace jungle
