// The one symbol the module exports.

#include "nn/torch/torch_backend.hpp"
#include "nn/torch/torch_trainer.hpp"
#include "nn/torch_loader.hpp"

extern "C" [[gnu::visibility("default")]] const jungle::TorchApi* jungle_torch_api() {
  static constexpr jungle::TorchApi kApi = {.make_trainer = jungle::make_torch_trainer,
                                            .make_evaluator = jungle::make_torch_evaluator,
                                            .version = jungle::torch_version};
  return &kApi;
}
