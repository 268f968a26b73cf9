#pragma once
// Knows nothing: every move alike, every game a draw. For tests, benchmarks of the tree itself, and
// `mcts:eval=uniform`. Thread rule: safe.

#include "search/evaluator.hpp"

namespace jungle {

class UniformEvaluator final : public Evaluator {
 public:
  void evaluate(std::span<const EvalRequest> requests, std::span<EvalResult> results) override;
  int max_batch() const override { return 1 << 16; }
  std::uint64_t id() const override { return 1; }
  std::string description() const override { return "uniform"; }
};

}  // namespace jungle
