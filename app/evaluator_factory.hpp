#pragma once
// Makes the evaluator of a net with whichever backend is asked for.
//
//   Result<std::unique_ptr<Evaluator>> evaluator = make_net_evaluator(model, {.max_batch = 8});
//
// Thread rule: safe; each evaluator belongs to one thread.

#include <memory>
#include <string>

#include "core/util/result.hpp"
#include "nn/cpu_evaluator.hpp"
#include "nn/model.hpp"
#include "search/evaluator.hpp"

namespace jungle {

enum class NetBackend { kCpu, kTorch };

struct NetEvaluatorOptions {
  NetBackend backend = NetBackend::kCpu;
  Precision precision = Precision::kAuto;  // torch: float32 in any case
  std::string device = "cpu";              // torch: what LibTorch calls it, e.g. "cuda:0"
  int max_batch = 256;
};

// Refuses, in one line with the reason, what this build or this machine does not have.
Result<std::unique_ptr<Evaluator>> make_net_evaluator(const std::shared_ptr<const Model>& model,
                                                      const NetEvaluatorOptions& options);

}  // namespace jungle
