#pragma once
// When the threads of one search have to stop, and who may still begin a visit. Thread rule: safe.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <optional>
#include <stop_token>

#include "search/mcts/tree.hpp"

namespace jungle {

class SearchControl {
 public:
  using Clock = std::chrono::steady_clock;

  // `visits` that may begin; the root's state ends the search when it is resolved.
  SearchControl(std::int64_t visits, std::optional<Clock::time_point> deadline, std::stop_token stop,
                Node root)
      : visits_left_(visits), deadline_(deadline), stop_(std::move(stop)), root_(root) {}

  bool stopping() const {
    return memory_full() || failed() || root_.state().is_resolved() || stop_.stop_requested() ||
           (deadline_ && Clock::now() >= *deadline_);
  }

  // Up to kMostAtOnce visits that the caller may begin, fewer as the end comes near, so that no thread is
  // left with much while the others have nothing to do; 0: all are taken. Relaxed: a count, and nothing else,
  // passes between the threads.
  std::int64_t take_visits() {
    const std::int64_t wanted =
        std::clamp<std::int64_t>(visits_left_.load(std::memory_order_relaxed) / kShare, 1, kMostAtOnce);
    const std::int64_t left = visits_left_.fetch_sub(wanted, std::memory_order_relaxed);
    const std::int64_t taken = std::clamp<std::int64_t>(left, 0, wanted);
    if (taken < wanted) give_back_visits(wanted - taken);
    return taken;
  }

  void set_memory_full() {
    memory_full_.store(true, std::memory_order_relaxed);
  }  // a flag; no data hangs on it
  bool memory_full() const { return memory_full_.load(std::memory_order_relaxed); }

  // Ends the search for the first of the threads' exceptions, which rethrow() throws when all have stopped.
  void fail(std::exception_ptr failure) {
    if (!failed_.exchange(true, std::memory_order_relaxed)) failure_ = std::move(failure);
  }
  bool failed() const { return failed_.load(std::memory_order_relaxed); }
  // Precondition: the threads that may have failed were joined.
  void rethrow() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  void give_back_visits(std::int64_t visits) { visits_left_.fetch_add(visits, std::memory_order_relaxed); }
  static constexpr std::int64_t kMostAtOnce = 16;
  static constexpr std::int64_t kShare = 64;

  alignas(64) std::atomic<std::int64_t> visits_left_;  // apart from what is read before every visit
  alignas(64) std::atomic<bool> memory_full_{false};
  std::atomic<bool> failed_{false};
  std::exception_ptr failure_;  // written by whoever set failed_, read after all were joined
  std::optional<Clock::time_point> deadline_;
  std::stop_token stop_;
  Node root_;
};

}  // namespace jungle
