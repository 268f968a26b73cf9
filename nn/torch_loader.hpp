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
#include <memory>
#include <string>

#include "core/util/result.hpp"
#include "nn/model.hpp"
#include "nn/trainer.hpp"
#include "search/evaluator.hpp"

namespace jungle {

inline constexpr const char* kTorchModuleFile = "libjungle_torch.so";

// What the module exports, as a table of functions: `extern "C" const TorchApi* jungle_torch_api()`.
struct TorchApi {
  std::unique_ptr<Trainer> (*make_trainer)(const NetWeights& initial, const TrainerConfig& config);
  // device: "cpu" or what LibTorch knows, e.g. "cuda:0". Precision float32. Refuses an absent device with the
  // reason.
  Result<std::unique_ptr<Evaluator>> (*make_evaluator)(std::shared_ptr<const Model> model,
                                                       const std::string& device, int max_batch);
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
