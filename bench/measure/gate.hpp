#pragma once
// Where threads stop, all of them, until they are let go on. Closed at first.
// Thread rule: safe; open() and close() are one thread's.

#include <condition_variable>

#include "core/util/thread_safety.hpp"

namespace jungle::bench {

class Gate {
 public:
  explicit Gate(std::size_t threads) : threads_(threads), present_(threads) {}

  void pass();   // of the threads: returns at once while the gate is open, else when it opens
  void leave();  // a thread's last act
  void open();
  void close();              // returns when every thread waits or has left
  bool all_present() const;  // nobody has left

 private:
  const std::size_t threads_;
  mutable Mutex mutex_;
  std::condition_variable_any opened_;    // the threads wait for it
  std::condition_variable_any gathered_;  // close() waits for it
  bool open_ JUNGLE_GUARDED_BY(mutex_) = false;
  std::size_t present_ JUNGLE_GUARDED_BY(mutex_);
  std::size_t waiting_ JUNGLE_GUARDED_BY(mutex_) = 0;
};

}  // namespace jungle::bench
