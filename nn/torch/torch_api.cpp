// The one symbol the module exports.

#include "nn/torch/plain_training.hpp"
#include "nn/torch/torch_backend.hpp"
#include "nn/torch/torch_trainer.hpp"
#include "nn/torch_loader.hpp"

extern "C" [[gnu::visibility("default")]] const jungle::TorchApi* jungle_torch_api() {
  static constexpr jungle::TorchApi kApi = {.make_trainer = jungle::make_torch_trainer,
                                            .make_evaluator = jungle::make_torch_evaluator,
                                            .make_plain_evaluator = jungle::make_plain_torch_evaluator,
                                            .make_plain_training_step = jungle::make_plain_training_step,
                                            .version = jungle::torch_version};
  return &kApi;
}
