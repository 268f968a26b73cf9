#include "app/uci/search_task.hpp"

#include <utility>

namespace jungle {

void SearchTask::start(Search search, const Timing& timing) {
  finish();
  {
    const MutexLock lock(mutex_);
    timing_ = timing;
    ended_ = false;
    stop_ = std::stop_source();
  }
  searcher_ = std::jthread([this, search = std::move(search)] { run(search); });
  watcher_ = std::jthread([this] { watch(); });
}

void SearchTask::run(const Search& search) {
  const std::string answer = search(stop_.get_token());
  {
    MutexLock lock(mutex_);
    ended_ = true;
    changed_.notify_all();
    while (timing_.held) changed_.wait(lock);
  }
  answer_(answer);
}

// Until the search has ended, or has to.
void SearchTask::watch() {
  MutexLock lock(mutex_);
  while (!ended_ && !stop_.stop_requested()) {
    if (timing_.held || !timing_.deadline) {
      changed_.wait(lock);
    } else if (Clock::now() >= *timing_.deadline) {
      stop_.request_stop();
    } else {
      changed_.wait_until(lock, *timing_.deadline);
    }
  }
}

void SearchTask::stop() {
  const MutexLock lock(mutex_);
  timing_.held = false;
  stop_.request_stop();
  changed_.notify_all();
}

void SearchTask::release(std::optional<Clock::time_point> deadline) {
  const MutexLock lock(mutex_);
  if (!timing_.held) return;
  timing_ = {.held = false, .deadline = deadline};
  changed_.notify_all();
}

void SearchTask::finish() {
  stop();
  if (searcher_.joinable()) searcher_.join();
  if (watcher_.joinable()) watcher_.join();
}

}  // namespace jungle
