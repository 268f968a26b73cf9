#pragma once
// A fixed set of threads that sleep between jobs. LibTorch's own pool spins at its barriers and collapses as
// soon as another process wants a core; these wait on a condition variable, and parallelism stays outside the
// tensor operations. Thread rule: hostile (one caller); the job runs on all workers at once.

#include <condition_variable>
#include <exception>
#include <functional>
#include <thread>
#include <vector>

#include "core/util/thread_safety.hpp"

namespace jungle {

class WorkerTeam {
 public:
  // start_worker runs once on each new thread.
  WorkerTeam(int threads, std::function<void()> start_worker);
  ~WorkerTeam();

  // Calls job(0) .. job(jobs - 1), each once, on whichever worker is free; returns when all are done. If some
  // throw, the exception of the lowest job is thrown here.
  void run(int jobs, const std::function<void(int)>& job);

  int size() const { return static_cast<int>(threads_.size()); }

 private:
  void work(const std::function<void()>& start_worker);

  bool work_is_ready() const JUNGLE_REQUIRES(mutex_) { return job_ != nullptr && next_ < jobs_; }

  Mutex mutex_;
  std::condition_variable_any work_ready_;
  std::condition_variable_any work_done_;
  const std::function<void(int)>* job_ JUNGLE_GUARDED_BY(mutex_) = nullptr;
  int jobs_ JUNGLE_GUARDED_BY(mutex_) = 0;
  int next_ JUNGLE_GUARDED_BY(mutex_) = 0;
  int finished_ JUNGLE_GUARDED_BY(mutex_) = 0;
  bool stopping_ JUNGLE_GUARDED_BY(mutex_) = false;
  std::vector<std::exception_ptr> failures_;  // by job; each written by the job's worker alone
  std::vector<std::jthread> threads_;         // last: the threads use what stands above
};

}  // namespace jungle
