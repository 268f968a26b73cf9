#pragma once
// The Evaluator that runs the net through LibTorch in float32, on any device LibTorch knows: the reference
// for the fused backend and the path to accelerators. Slow on a CPU; one thread. Throws
// std::runtime_error when the net's outputs are not finite.

#include <memory>
#include <string>

#include "core/util/result.hpp"
#include "nn/model.hpp"
#include "search/evaluator.hpp"

namespace jungle {

// Refuses a device that LibTorch doesn't know or that is absent.
Result<std::unique_ptr<Evaluator>> make_torch_evaluator(std::shared_ptr<const Model> model,
                                                        const std::string& device, int max_batch);

// The module as LibTorch's tutorials run it: float32, NCHW, on the CPU, a batch as it comes. What benchmarks
// compare with; against Evaluator's rule its last bits depend on the batch.
std::unique_ptr<Evaluator> make_plain_torch_evaluator(std::shared_ptr<const Model> model, int max_batch);

std::string torch_version();  // "1.13.0"

}  // namespace jungle
