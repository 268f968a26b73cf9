#include "bench/measure/gate.hpp"

namespace jungle::bench {

void Gate::pass() {
  MutexLock lock(mutex_);
  if (open_) return;
  if (++waiting_ == present_) gathered_.notify_one();
  while (!open_) opened_.wait(lock);
  --waiting_;
}

void Gate::leave() {
  const MutexLock lock(mutex_);
  if (waiting_ == --present_) gathered_.notify_one();
}

void Gate::open() {
  const MutexLock lock(mutex_);
  open_ = true;
  opened_.notify_all();
}

void Gate::close() {
  MutexLock lock(mutex_);
  open_ = false;
  while (waiting_ < present_) gathered_.wait(lock);
}

bool Gate::all_present() const {
  const MutexLock lock(mutex_);
  return present_ == threads_;
}

}  // namespace jungle::bench
