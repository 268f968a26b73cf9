#pragma once
// Opens the LibTorch module (libjungle_torch.so, beside the program) on first need, so that commands without
// training don't pay for loading LibTorch.
//
//   Result<TorchModule> torch = TorchModule::open();
//   if (!torch) ...;  // one line: not built, or why it would not load
//   auto trainer = torch->api().make_trainer(random_weights(net_config, seed), trainer_config);
//
// Loading takes some tenths of a second. Thread rule: safe.

#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "core/util/result.hpp"
#include "nn/model.hpp"
#include "nn/trainer.hpp"
#include "search/evaluator.hpp"

namespace jungle {

inline constexpr const char* kTorchModuleFile = "libjungle_torch.so";

// One training step on the net it holds: losses of the step, the weights changed.
using PlainTrainingStep = std::function<StepLosses(const TrainBatch&, double learning_rate)>;

// What the module exports, as a table of functions: `extern "C" const TorchApi* jungle_torch_api()`.
struct TorchApi {
  std::unique_ptr<Trainer> (*make_trainer)(const NetWeights& initial, const TrainerConfig& config);
  // device: "cpu" or what LibTorch knows, e.g. "cuda:0". Precision float32. Refuses an absent device with the
  // reason.
  Result<std::unique_ptr<Evaluator>> (*make_evaluator)(std::shared_ptr<const Model> model,
                                                       const std::string& device, int max_batch);
  // The plain forms of both, as LibTorch's tutorials have them: what benchmarks and tests compare with
  // (nn/torch/torch_backend.hpp, nn/torch/plain_training.hpp).
  std::unique_ptr<Evaluator> (*make_plain_evaluator)(std::shared_ptr<const Model> model, int max_batch);
  PlainTrainingStep (*make_plain_training_step)(const NetWeights& initial, const TrainerConfig& config);
  std::string (*version)();  // "1.13.1"
};

class TorchModule {
 public:
  // Looks in the program's own folder and in ../lib/jungle beside it. Cheap after the first time; the module
  // stays loaded until the program ends.
  static Result<TorchModule> open();
  // Looks in `folder` only.
  static Result<TorchModule> open(const std::filesystem::path& folder);

  const TorchApi& api() const { return *api_; }

 private:
  explicit TorchModule(const TorchApi* api) : api_(api) {}
  const TorchApi* api_;
};

}  // namespace jungle
