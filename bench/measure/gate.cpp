#include "bench/measure/gate.hpp"

namespace jungle::bench {

void Gate::pass() {
  MutexLock lock(mutex_);
  if (open_) return;
  ++waiting_;
  changed_.notify_all();
  while (!open_) changed_.wait(lock);
  --waiting_;
}

void Gate::leave() {
  const MutexLock lock(mutex_);
  --present_;
  changed_.notify_all();
}

void Gate::open() {
  const MutexLock lock(mutex_);
  open_ = true;
  changed_.notify_all();
}

void Gate::close() {
  MutexLock lock(mutex_);
  open_ = false;
  while (waiting_ < present_) changed_.wait(lock);
}

bool Gate::all_present() const {
  const MutexLock lock(mutex_);
  return present_ == threads_;
}

}  // namespace jungle::bench
