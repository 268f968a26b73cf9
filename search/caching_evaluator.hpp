#pragma once
// An evaluator that remembers: what was asked before is answered from an EvalCache, the rest goes to the
// inner evaluator in one batch. A hit equals a miss bit for bit.
//
//   auto cache = std::make_shared<EvalCache>(64 << 20);   // may be shared by the evaluators of many threads
//   CachingEvaluator evaluator(std::move(net), cache);
//
// Thread rule: hostile, like its inner evaluator; the cache itself is safe.

#include <memory>
#include <vector>

#include "search/eval_cache.hpp"
#include "search/evaluator.hpp"

namespace jungle {

class CachingEvaluator final : public Evaluator {
 public:
  CachingEvaluator(std::unique_ptr<Evaluator> inner, std::shared_ptr<EvalCache> cache);
  CachingEvaluator(std::unique_ptr<Evaluator> inner, int megabytes);  // with a cache of its own

  void evaluate(std::span<const EvalRequest> requests, std::span<EvalResult> results) override;
  int max_batch() const override { return inner_->max_batch(); }
  std::uint64_t id() const override { return inner_->id(); }
  EvaluatorStats stats() const override;
  std::string description() const override;

 private:
  EvalCache::Key key_of(const EvalRequest& request);

  std::unique_ptr<Evaluator> inner_;
  std::shared_ptr<EvalCache> cache_;
  std::int64_t lookups_ = 0;
  std::int64_t hits_ = 0;

  // The last context asked for: it changes with the game's rules at most.
  RuleFields context_rules_;
  std::uint64_t context_id_ = 0;
  std::uint32_t context_ = 0;
  bool context_known_ = false;

  // The misses of one call, kept to spare allocations.
  std::vector<std::size_t> missed_;
  std::vector<EvalCache::Key> missed_keys_;
  std::vector<EvalRequest> missed_requests_;
  std::vector<EvalResult> missed_results_;
};

}  // namespace jungle
