#pragma once
// Counts what passes through an evaluator, and keeps the first of it, so that the evaluator can be asked the
// same again without a search. Thread rule: hostile, as its inner evaluator, but for positions(), which is
// safe.

#include <atomic>
#include <memory>
#include <utility>
#include <vector>

#include "search/evaluator.hpp"
#include "tests/support/sample_positions.hpp"

namespace jungle::bench {

class CountingEvaluator final : public Evaluator {
 public:
  static constexpr std::size_t kKept = 1024;

  explicit CountingEvaluator(std::unique_ptr<Evaluator> inner) : inner_(std::move(inner)) {
    kept_.reserve(kKept);
  }

  void evaluate(std::span<const EvalRequest> requests, std::span<EvalResult> results) override {
    inner_->evaluate(requests, results);
    for (std::size_t i = 0; i < requests.size() && kept_.size() < kKept; ++i) {
      kept_.push_back({.position = *requests[i].position,
                       .legal_moves = *requests[i].legal_moves,
                       .repetitions = requests[i].repetitions});
    }
    // Relaxed: a count by itself, nothing is published with it.
    positions_.fetch_add(std::ssize(requests), std::memory_order_relaxed);
  }
  int max_batch() const override { return inner_->max_batch(); }
  std::uint64_t id() const override { return inner_->id(); }
  EvaluatorStats stats() const override { return inner_->stats(); }
  std::string description() const override { return inner_->description(); }

  std::int64_t positions() const { return positions_.load(std::memory_order_relaxed); }
  const std::vector<test::SamplePosition>& kept() const { return kept_; }  // kKept at most

 private:
  std::unique_ptr<Evaluator> inner_;
  std::atomic<std::int64_t> positions_ = 0;
  std::vector<test::SamplePosition> kept_;
};

}  // namespace jungle::bench
