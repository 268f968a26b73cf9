#include "search/caching_evaluator.hpp"

#include <algorithm>

namespace jungle {

CachingEvaluator::CachingEvaluator(std::unique_ptr<Evaluator> inner, std::shared_ptr<EvalCache> cache)
    : inner_(std::move(inner)), cache_(std::move(cache)) {}

CachingEvaluator::CachingEvaluator(std::unique_ptr<Evaluator> inner, int megabytes)
    : CachingEvaluator(std::move(inner),
                       std::make_shared<EvalCache>(static_cast<std::size_t>(megabytes) << 20)) {}

void CachingEvaluator::evaluate(std::span<const EvalRequest> requests, std::span<EvalResult> results) {
  missed_.clear();
  missed_keys_.clear();
  missed_requests_.clear();
  for (std::size_t i = 0; i < requests.size(); ++i) {
    const EvalCache::Key key = key_of(requests[i]);
    if (cache_->find(key, results[i])) continue;
    missed_.push_back(i);
    missed_keys_.push_back(key);
    missed_requests_.push_back(requests[i]);
  }
  lookups_ += static_cast<std::int64_t>(requests.size());
  hits_ += static_cast<std::int64_t>(requests.size() - missed_.size());
  if (missed_.empty()) return;

  missed_results_.resize(std::max(missed_results_.size(), missed_.size()));
  inner_->evaluate(missed_requests_, std::span(missed_results_).first(missed_.size()));
  for (std::size_t i = 0; i < missed_.size(); ++i) {
    results[missed_[i]] = missed_results_[i];
    cache_->store(missed_keys_[i], missed_results_[i], missed_requests_[i].legal_moves->size());
  }
}

EvalCache::Key CachingEvaluator::key_of(const EvalRequest& request) {
  const RuleFields& rules = request.rules->fields();
  const std::uint64_t id = inner_->id();
  if (!context_known_ || id != context_id_ || rules != context_rules_) {
    context_ = cache_->context(rules, id);
    context_rules_ = rules;
    context_id_ = id;
    context_known_ = true;
  }
  return {pack(*request.position), request.repetitions, context_};
}

EvaluatorStats CachingEvaluator::stats() const {
  EvaluatorStats stats = inner_->stats();
  stats.cache_lookups += lookups_;
  stats.cache_hits += hits_;
  return stats;
}

std::string CachingEvaluator::description() const {
  return inner_->description() + ", cache of " + std::to_string(cache_->bytes() >> 20) + " MB";
}

}  // namespace jungle
