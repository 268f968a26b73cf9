#pragma once
// Passes on to another evaluator and counts what its thread allocates between two calls: with one leaf a
// call, the way from a leaf to the root and down to the next leaf. Needs jungle_allocation_counter. Thread
// rule: that of the other evaluator; read the counts after the search.

#include <memory>
#include <utility>

#include "search/evaluator.hpp"
#include "tests/support/allocation_counter.hpp"

namespace jungle::test {

class AllocationProbe final : public Evaluator {
 public:
  static constexpr long kWarmAfter = 200;  // calls

  explicit AllocationProbe(std::unique_ptr<Evaluator> inner) : inner_(std::move(inner)) {}

  // Before each search: to set one up takes memory.
  void restart() { calls_ = allocations_ = 0; }
  long calls() const { return calls_; }
  long allocations() const { return allocations_; }  // between the call that made it warm and the last one

  void evaluate(std::span<const EvalRequest> requests, std::span<EvalResult> results) override {
    const long now = allocations_of_this_thread();
    if (++calls_ == kWarmAfter) when_warm_ = now;
    if (calls_ >= kWarmAfter) allocations_ = now - when_warm_;
    inner_->evaluate(requests, results);
  }
  int max_batch() const override { return inner_->max_batch(); }
  std::uint64_t id() const override { return inner_->id(); }
  std::string description() const override { return inner_->description(); }

 private:
  std::unique_ptr<Evaluator> inner_;
  long calls_ = 0;
  long when_warm_ = 0;
  long allocations_ = 0;
};

}  // namespace jungle::test
