#pragma once
// A fixed set of threads that sleep between jobs. LibTorch's own pool spins at its barriers and collapses as
// soon as another process wants a core; these wait on a condition variable, and parallelism stays outside the
// tensor operations. Thread rule: hostile (one caller); the job runs on all workers at once.

#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

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

  std::mutex mutex_;
  std::condition_variable work_ready_;
  std::condition_variable work_done_;
  const std::function<void(int)>* job_ = nullptr;  // these five under mutex_
  int jobs_ = 0;
  int next_ = 0;
  int finished_ = 0;
  bool stopping_ = false;
  std::vector<std::exception_ptr> failures_;  // by job; each written by the job's worker alone
  std::vector<std::jthread> threads_;         // last: the threads use what stands above
};

}  // namespace jungle
