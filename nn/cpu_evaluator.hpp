#pragma once
// A net evaluated on the processor, in the fastest form it has for it:
//
//   float32   Winograd convolutions in AVX-512 or AVX2 (nn/winograd)
//   bfloat16  fused oneDNN convolutions (nn/onednn_tower.hpp): faster where the processor multiplies matrices
//             of bfloat16 (AMX), slower elsewhere, and coarser: eight bits of fraction
//
//   Result<std::unique_ptr<Evaluator>> evaluator = make_cpu_evaluator(model, {.max_batch = 64});
//
// Guarantees: a result depends, in every bit, only on its own request, the net, the precision and the
// instruction set: not on neighbours, batch size or thread. Each evaluator works in the calling thread alone
// and never spins. It has its own copy of the weights. In float32 nothing is allocated once it is warm
// (oneDNN allocates in each call). Thread rule: hostile: one evaluator per thread; it may be made in one
// thread and used in another. Throws std::runtime_error when the net's outputs are not finite.

#include <memory>

#include "core/util/result.hpp"
#include "nn/model.hpp"
#include "search/evaluator.hpp"

namespace jungle {

enum class Precision {
  kAuto,  // bfloat16 where the processor has AMX, else float32
  kFloat32,
  kBfloat16
};

struct CpuEvaluatorOptions {
  Precision precision = Precision::kAuto;
  int max_batch = 256;  // what evaluate() accepts; larger ones cost nothing
};

// Refuses bfloat16 where the processor would only emulate it, naming the instruction set in force, and in
// builds without oneDNN.
Result<std::unique_ptr<Evaluator>> make_cpu_evaluator(const std::shared_ptr<const Model>& model,
                                                      const CpuEvaluatorOptions& options = {});

}  // namespace jungle
