#include "selfplay/truth/truth.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <span>
#include <string>
#include <thread>
#include <utility>

#include "core/notation.hpp"
#include "core/util/check.hpp"
#include "core/util/thread_safety.hpp"
#include "selfplay/truth/truth_answers.hpp"
#include "selfplay/truth/truth_sample.hpp"

namespace jungle {
namespace {

// Some positions of one sample, asked together: what a thread takes at a time.
struct Batch {
  std::size_t group = 0;
  std::span<const Position> positions;
  std::vector<TruthQuestion> questions;
  std::vector<TruthAnswer> raw;
  std::vector<TruthAnswer> search;
};

// The batches, handed out to the threads in any order; what they leave is put together in one.
class Work {
 public:
  Work(const TruthJob& job, std::vector<Batch>& batches, const std::stop_token& stop)
      : job_(job), batches_(batches), forward_(stop, [this] { stop_.request_stop(); }) {}

  // One thread's part of it. After each batch `after(positions done by all)`.
  template <typename After>
  void help(Evaluator& evaluator, After after) {
    try {
      while (!stop_.stop_requested()) {
        const std::size_t taken = next_.fetch_add(1, std::memory_order_relaxed);  // a ticket, no more
        if (taken >= batches_.size()) return;
        answer(batches_[taken], evaluator);
        after(done_.fetch_add(batches_[taken].positions.size(), std::memory_order_relaxed) +
              batches_[taken].positions.size());
      }
    } catch (...) {
      fail(std::current_exception());
    }
  }

  // Ends the work of all; complete() throws the first such failure.
  void fail(std::exception_ptr failure) {
    const MutexLock lock(mutex_);
    if (!failure_) failure_ = std::move(failure);
    stop_.request_stop();
  }

  // Call it when all have helped. Throws what an evaluator threw.
  Result<bool> complete() {
    const MutexLock lock(mutex_);
    if (failure_) std::rethrow_exception(failure_);
    if (!unknown_.empty()) return Error{unknown_};
    return !stop_.stop_requested();
  }

 private:
  void answer(Batch& batch, Evaluator& evaluator) {
    for (const Position& position : batch.positions) {
      std::optional<TruthQuestion> question = truth_question(job_.table, job_.rules, position);
      if (!question) return refuse(position);
      batch.questions.push_back(*question);
    }
    batch.raw = raw_answers(evaluator, job_.rules, batch.questions);
    if (job_.visits > 0)
      batch.search = search_answers(evaluator, job_.rules, batch.questions, job_.visits, stop_.get_token());
  }

  void refuse(const Position& position) {
    const MutexLock lock(mutex_);
    unknown_ = "the endgame table does not know " + to_string(position) + " or a position after it";
    stop_.request_stop();
  }

  const TruthJob& job_;
  std::vector<Batch>& batches_;
  std::stop_source stop_;  // by the caller, or by a thread that can't go on
  std::stop_callback<std::function<void()>> forward_;
  std::atomic<std::size_t> next_ = 0;
  std::atomic<std::size_t> done_ = 0;
  Mutex mutex_;
  std::string unknown_ JUNGLE_GUARDED_BY(mutex_);
  std::exception_ptr failure_ JUNGLE_GUARDED_BY(mutex_);
};

std::vector<Batch> batches_of(const std::vector<std::vector<Position>>& samples) {
  std::vector<Batch> batches;
  for (std::size_t group = 0; group < samples.size(); ++group) {
    const std::span<const Position> all = samples[group];
    for (std::size_t begin = 0; begin < all.size(); begin += kTruthBatch)
      batches.push_back(
          {.group = group,
           .positions = all.subspan(begin, std::min<std::size_t>(kTruthBatch, all.size() - begin)),
           .questions = {},
           .raw = {},
           .search = {}});
  }
  return batches;
}

// In the order of the sample, so that sums are the same however many threads there were.
std::vector<TruthGroup> groups_of(const TruthJob& job, const std::vector<Batch>& batches) {
  std::vector<TruthGroup> groups(static_cast<std::size_t>(job.table.max_animals() - 1));
  for (std::size_t i = 0; i < groups.size(); ++i) {
    groups[i].animals = static_cast<int>(i) + 2;
    groups[i].visits = job.visits;
    if (job.visits > 0) groups[i].search.emplace();
  }
  for (const Batch& batch : batches) {
    TruthGroup& group = groups[batch.group];
    for (std::size_t i = 0; i < batch.questions.size(); ++i) {
      group.baseline.add(batch.questions[i]);
      group.raw.add(batch.questions[i], batch.raw[i]);
      if (group.search) group.search->add(batch.questions[i], batch.search[i]);
    }
  }
  return groups;
}

}  // namespace

Result<TruthReport> measure_truth(const TruthJob& job, const std::stop_token& stop,
                                  const std::function<void(const TruthProgress&)>& progress) {
  JUNGLE_CHECK(job.threads > 0 && job.positions > 0 && job.visits >= 0);
  std::vector<std::vector<Position>> samples;
  for (int animals = 2; animals <= job.table.max_animals(); ++animals)
    samples.push_back(truth_sample(job.rules, animals, job.positions));
  std::vector<Batch> batches = batches_of(samples);
  const auto crew = std::min(static_cast<std::size_t>(job.threads), std::max<std::size_t>(batches.size(), 1));
  std::vector<std::unique_ptr<Evaluator>> evaluators;
  for (std::size_t i = 0; i < crew; ++i) evaluators.push_back(job.make_evaluator(kTruthBatch));

  Work work(job, batches, stop);
  const int planned = job.positions * static_cast<int>(samples.size());
  {
    std::vector<std::jthread> threads;
    try {
      for (std::size_t i = 1; i < crew; ++i)
        threads.emplace_back([&work, &own = *evaluators[i]] { work.help(own, [](std::size_t) {}); });
    } catch (...) {
      work.fail(std::current_exception());  // the system has no more threads
    }
    work.help(*evaluators.front(), [&](std::size_t done) {
      progress({.positions = static_cast<int>(done), .positions_planned = planned});
    });
  }
  const Result<bool> complete = work.complete();
  if (!complete) return Error{complete.error()};
  TruthReport report{.complete = *complete, .groups = {}};
  if (report.complete) report.groups = groups_of(job, batches);
  return report;
}

}  // namespace jungle
