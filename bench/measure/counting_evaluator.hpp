#pragma once
// Counts what passes through an evaluator. Thread rule: hostile, as its inner evaluator, but for positions(),
// which is safe.

#include <atomic>
#include <memory>
#include <utility>

#include "search/evaluator.hpp"

namespace jungle::bench {

class CountingEvaluator final : public Evaluator {
 public:
  explicit CountingEvaluator(std::unique_ptr<Evaluator> inner) : inner_(std::move(inner)) {}

  void evaluate(std::span<const EvalRequest> requests, std::span<EvalResult> results) override {
    inner_->evaluate(requests, results);
    // Relaxed: a count by itself, nothing is published with it.
    positions_.fetch_add(std::ssize(requests), std::memory_order_relaxed);
  }
  int max_batch() const override { return inner_->max_batch(); }
  std::uint64_t id() const override { return inner_->id(); }
  EvaluatorStats stats() const override { return inner_->stats(); }
  std::string description() const override { return inner_->description(); }

  std::int64_t positions() const { return positions_.load(std::memory_order_relaxed); }

 private:
  std::unique_ptr<Evaluator> inner_;
  std::atomic<std::int64_t> positions_ = 0;
};

}  // namespace jungle::bench
