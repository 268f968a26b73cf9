#pragma once
// A mutex whose rules clang checks while compiling (-Wthread-safety); under GCC the words mean nothing.
//
//   Mutex mutex_;
//   int count_ JUNGLE_GUARDED_BY(mutex_) = 0;
//   void grow() { MutexLock lock(mutex_); ++count_; }
//   void grow_locked() JUNGLE_REQUIRES(mutex_);
//
// MutexLock is what std::condition_variable_any waits with.

#include <mutex>

#if defined(__clang__)
#define JUNGLE_THREAD_ATTRIBUTE(x) __attribute__((x))
#else
#define JUNGLE_THREAD_ATTRIBUTE(x)
#endif
#define JUNGLE_GUARDED_BY(mutex) JUNGLE_THREAD_ATTRIBUTE(guarded_by(mutex))
#define JUNGLE_REQUIRES(...) JUNGLE_THREAD_ATTRIBUTE(requires_capability(__VA_ARGS__))

namespace jungle {

class JUNGLE_THREAD_ATTRIBUTE(capability("mutex")) Mutex {
 public:
  void lock() JUNGLE_THREAD_ATTRIBUTE(acquire_capability()) { mutex_.lock(); }
  void unlock() JUNGLE_THREAD_ATTRIBUTE(release_capability()) { mutex_.unlock(); }

 private:
  std::mutex mutex_;
};

// Held from birth to death, but for the time between unlock() and lock().
class JUNGLE_THREAD_ATTRIBUTE(scoped_lockable) MutexLock {
 public:
  explicit MutexLock(Mutex& mutex) JUNGLE_THREAD_ATTRIBUTE(acquire_capability(mutex)) : mutex_(mutex) {
    mutex_.lock();
  }
  ~MutexLock() JUNGLE_THREAD_ATTRIBUTE(release_capability()) {
    if (held_) mutex_.unlock();
  }
  MutexLock(const MutexLock&) = delete;
  MutexLock& operator=(const MutexLock&) = delete;

  void lock() JUNGLE_THREAD_ATTRIBUTE(acquire_capability()) {
    mutex_.lock();
    held_ = true;
  }
  void unlock() JUNGLE_THREAD_ATTRIBUTE(release_capability()) {
    held_ = false;
    mutex_.unlock();
  }

 private:
  Mutex& mutex_;
  bool held_ = true;
};

}  // namespace jungle
