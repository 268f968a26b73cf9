#include "nn/torch/worker_team.hpp"

namespace jungle {

WorkerTeam::WorkerTeam(int threads, std::function<void()> start_worker) {
  for (int i = 0; i < threads; ++i) threads_.emplace_back([this, start_worker] { work(start_worker); });
}

WorkerTeam::~WorkerTeam() {
  {
    const MutexLock lock(mutex_);
    stopping_ = true;
  }
  work_ready_.notify_all();
}

void WorkerTeam::run(int jobs, const std::function<void(int)>& job) {
  failures_.assign(static_cast<std::size_t>(jobs), nullptr);
  {
    MutexLock lock(mutex_);
    job_ = &job;
    jobs_ = jobs;
    next_ = 0;
    finished_ = 0;
    work_ready_.notify_all();
    while (finished_ < jobs_) work_done_.wait(lock);
    job_ = nullptr;
  }
  for (const std::exception_ptr& failure : failures_) {
    if (failure) std::rethrow_exception(failure);
  }
}

void WorkerTeam::work(const std::function<void()>& start_worker) {
  start_worker();
  MutexLock lock(mutex_);
  for (;;) {
    while (!stopping_ && !work_is_ready()) work_ready_.wait(lock);
    if (stopping_) return;
    const int mine = next_++;
    const std::function<void(int)>& job = *job_;
    lock.unlock();
    try {
      job(mine);
    } catch (...) {
      failures_[static_cast<std::size_t>(mine)] = std::current_exception();
    }
    lock.lock();
    if (++finished_ == jobs_) work_done_.notify_one();
  }
}

}  // namespace jungle
