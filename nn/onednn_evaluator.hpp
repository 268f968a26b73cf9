#pragma once
// A net evaluated on the processor by oneDNN: fused convolutions in bfloat16 where the processor computes
// with it, else float32.
//
//   Result<std::unique_ptr<Evaluator>> evaluator = make_onednn_evaluator(model, {.max_batch = 64});
//
// Guarantees: a result depends, in every bit, only on its own request, the net, the precision and the
// instruction set: not on neighbours, batch size or thread. Each evaluator works in the calling thread alone
// and never spins. It has its own copy of the weights. Thread rule: hostile: one evaluator per thread; it may
// be made in one thread and used in another. Cost: about 10 ms to make, and as much at a batch size's first
// use. Throws dnnl::error (a std::exception) when memory is short, std::runtime_error when the net's outputs
// are not finite.

#include <memory>
#include <string_view>

#include "core/util/result.hpp"
#include "nn/model.hpp"
#include "search/evaluator.hpp"

namespace jungle {

enum class Precision {
  kAuto,
  kFloat32,
  kBfloat16
};  // kAuto: bfloat16 where the processor has instructions for it

struct OnednnOptions {
  Precision precision = Precision::kAuto;
  int max_batch = 256;  // what evaluate() accepts; larger ones cost nothing
};

// Refuses bfloat16 where the processor would only emulate it, naming the instruction set in force.
Result<std::unique_ptr<Evaluator>> make_onednn_evaluator(const std::shared_ptr<const Model>& model,
                                                         const OnednnOptions& options = {});

}  // namespace jungle
