#include "app/training_evaluator.hpp"

#include <stdexcept>

#include "app/evaluator_factory.hpp"
#include "search/caching_evaluator.hpp"

namespace jungle {
namespace {

Precision precision_of(const std::string& name) {
  return name == "float32"    ? Precision::kFloat32
         : name == "bfloat16" ? Precision::kBfloat16
                              : Precision::kAuto;
}

NetEvaluatorOptions options_of(const SelfPlaySettings& settings, int max_batch) {
  return {.backend = settings.backend == "torch" ? NetBackend::kTorch : NetBackend::kCpu,
          .precision = precision_of(settings.precision),
          .device = settings.device,
          .max_batch = max_batch};
}

}  // namespace

EvaluatorFactory training_evaluator_factory(const TrainConfig& config) {
  return [settings = config.selfplay](const std::shared_ptr<const Model>& model,
                                      int max_batch) -> std::unique_ptr<Evaluator> {
    auto evaluator = make_net_evaluator(model, options_of(settings, max_batch));
    if (!evaluator) throw std::runtime_error(evaluator.error());
    if (settings.cache_mb == 0) return *std::move(evaluator);
    return std::make_unique<CachingEvaluator>(*std::move(evaluator), settings.cache_mb);
  };
}

Result<std::string> describe_evaluator(const TrainConfig& config, const std::shared_ptr<const Model>& model) {
  const auto evaluator = make_net_evaluator(model, options_of(config.selfplay, config.selfplay.slots));
  if (!evaluator) return Error{evaluator.error()};
  return (*evaluator)->description();
}

}  // namespace jungle
