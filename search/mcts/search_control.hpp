#pragma once
// When the threads of one search have to stop, and who may still begin a visit. Thread rule: safe.

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

  // False: all visits are taken. Relaxed: a count, and nothing else, passes between the threads.
  bool take_visit() {
    if (visits_left_.fetch_sub(1, std::memory_order_relaxed) > 0) return true;
    give_back_visit();
    return false;
  }
  void give_back_visit() { visits_left_.fetch_add(1, std::memory_order_relaxed); }

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
  std::atomic<std::int64_t> visits_left_;
  std::atomic<bool> memory_full_{false};
  std::atomic<bool> failed_{false};
  std::exception_ptr failure_;  // written by whoever set failed_, read after all were joined
  std::optional<Clock::time_point> deadline_;
  std::stop_token stop_;
  Node root_;
};

}  // namespace jungle
