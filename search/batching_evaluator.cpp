#include "search/batching_evaluator.hpp"

#include <algorithm>
#include <condition_variable>
#include <exception>

#include "core/util/check.hpp"
#include "core/util/thread_safety.hpp"

namespace jungle {

class BatchingEvaluator::Batcher {
 public:
  using Clock = std::chrono::steady_clock;

  Batcher(std::unique_ptr<Evaluator> inner, std::chrono::microseconds patience)
      : patience_(patience), max_batch_(inner->max_batch()), inner_(std::move(inner)) {}

  void enter() {
    const MutexLock lock(mutex_);
    ++clients_;
  }
  void leave() {
    const MutexLock lock(mutex_);
    --clients_;
    changed_.notify_all();  // those left may be all waiting now
  }

  void evaluate(std::span<const EvalRequest> requests, std::span<EvalResult> results) {
    Pending mine{requests, results, false, nullptr};
    MutexLock lock(mutex_);
    waiting_.push_back(&mine);
    positions_ += requests.size();
    const Clock::time_point latest = Clock::now() + patience_;
    bool patient = true;
    while (!mine.done) {
      if (!leading_ && (!patient || ready())) {
        lead();
      } else if (patient) {
        patient = changed_.wait_until(lock, latest) == std::cv_status::no_timeout;
      } else {
        changed_.wait(lock);  // for the leader of another batch
      }
    }
    if (mine.failure) std::rethrow_exception(mine.failure);
  }

  int max_batch() const { return max_batch_; }
  std::uint64_t id() {
    const MutexLock lock(mutex_);
    return inner_->id();
  }
  EvaluatorStats stats() {
    const MutexLock lock(mutex_);
    return stats_;
  }
  std::string description() {
    const MutexLock lock(mutex_);
    return inner_->description() + ", shared by " + std::to_string(clients_) + " clients";
  }

 private:
  struct Pending {
    std::span<const EvalRequest> requests;
    std::span<EvalResult> results;
    bool done;
    std::exception_ptr failure;
  };

  bool ready() const JUNGLE_REQUIRES(mutex_) {
    return positions_ >= static_cast<std::size_t>(max_batch_) ||
           waiting_.size() >= static_cast<std::size_t>(clients_);
  }

  // Runs one batch for the clients that have waited longest. While `leading_` is set, nobody else touches the
  // inner evaluator's evaluate() or the buffers.
  void lead() JUNGLE_REQUIRES(mutex_) {
    leading_ = true;
    batch_.clear();
    requests_.clear();
    for (Pending* pending : waiting_) {
      if (requests_.size() + pending->requests.size() > static_cast<std::size_t>(max_batch_)) break;
      batch_.push_back(pending);
      requests_.insert(requests_.end(), pending->requests.begin(), pending->requests.end());
    }
    waiting_.erase(waiting_.begin(), waiting_.begin() + static_cast<std::ptrdiff_t>(batch_.size()));
    positions_ -= requests_.size();
    mutex_.unlock();

    std::exception_ptr failure;
    results_.resize(std::max(results_.size(), requests_.size()));
    try {
      inner_->evaluate(requests_, std::span(results_).first(requests_.size()));
    } catch (...) {
      failure = std::current_exception();
    }
    std::size_t next = 0;
    for (const Pending* pending : batch_) {
      std::copy_n(results_.begin() + static_cast<std::ptrdiff_t>(next), pending->results.size(),
                  pending->results.begin());
      next += pending->results.size();
    }

    mutex_.lock();
    for (Pending* pending : batch_) {
      pending->failure = failure;
      pending->done = true;
    }
    stats_ = inner_->stats();
    leading_ = false;
    changed_.notify_all();
  }

  const std::chrono::microseconds patience_;
  const int max_batch_;
  const std::unique_ptr<Evaluator> inner_;  // evaluate(): the leader's alone
  std::vector<Pending*> batch_;             // the leader's, as the next two
  std::vector<EvalRequest> requests_;
  std::vector<EvalResult> results_;

  Mutex mutex_;
  std::condition_variable_any changed_;
  int clients_ JUNGLE_GUARDED_BY(mutex_) = 0;
  bool leading_ JUNGLE_GUARDED_BY(mutex_) = false;
  std::vector<Pending*> waiting_ JUNGLE_GUARDED_BY(mutex_);  // in no batch yet, the oldest first
  std::size_t positions_ JUNGLE_GUARDED_BY(mutex_) = 0;      // of waiting_
  EvaluatorStats stats_ JUNGLE_GUARDED_BY(mutex_);
};

BatchingEvaluator::BatchingEvaluator(std::shared_ptr<Batcher> batcher) : batcher_(std::move(batcher)) {
  batcher_->enter();
}
BatchingEvaluator::~BatchingEvaluator() { batcher_->leave(); }

std::vector<std::unique_ptr<Evaluator>> BatchingEvaluator::share(std::unique_ptr<Evaluator> inner,
                                                                 int clients,
                                                                 std::chrono::microseconds patience) {
  JUNGLE_CHECK(clients > 0);
  const auto batcher = std::make_shared<Batcher>(std::move(inner), patience);
  std::vector<std::unique_ptr<Evaluator>> shared;
  shared.reserve(static_cast<std::size_t>(clients));
  for (int i = 0; i < clients; ++i)
    shared.push_back(
        std::unique_ptr<Evaluator>(new BatchingEvaluator(batcher)));  // NOLINT: a private constructor
  return shared;
}

void BatchingEvaluator::evaluate(std::span<const EvalRequest> requests, std::span<EvalResult> results) {
  batcher_->evaluate(requests, results);
}
int BatchingEvaluator::max_batch() const { return batcher_->max_batch(); }
std::uint64_t BatchingEvaluator::id() const { return batcher_->id(); }
EvaluatorStats BatchingEvaluator::stats() const { return batcher_->stats(); }
std::string BatchingEvaluator::description() const { return batcher_->description(); }

}  // namespace jungle
