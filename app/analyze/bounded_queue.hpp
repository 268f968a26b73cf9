#pragma once
// Work on its way from one thread to others. Whoever puts waits while it is full: a reader that is faster
// than the workers keeps no more than this in memory.
//
//   BoundedQueue<Query> queue(8);
//   queue.put(query);                                   // the reader
//   while (std::optional<Query> query = queue.take())   // each worker
//   queue.close();                                      // no more will come
//
// Thread rule: safe.

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <optional>
#include <utility>

#include "core/util/thread_safety.hpp"

namespace jungle {

template <typename T>
class BoundedQueue {
 public:
  explicit BoundedQueue(std::size_t capacity) : capacity_(capacity) {}

  // Precondition: not closed by this thread.
  void put(T item) {
    MutexLock lock(mutex_);
    while (items_.size() >= capacity_) changed_.wait(lock);
    items_.push_back(std::move(item));
    changed_.notify_all();
  }
  // None when the queue is closed and empty.
  std::optional<T> take() {
    MutexLock lock(mutex_);
    while (items_.empty() && !closed_) changed_.wait(lock);
    if (items_.empty()) return std::nullopt;
    std::optional<T> item(std::move(items_.front()));
    items_.pop_front();
    changed_.notify_all();
    return item;
  }
  void close() {
    const MutexLock lock(mutex_);
    closed_ = true;
    changed_.notify_all();
  }

 private:
  std::size_t capacity_;
  Mutex mutex_;
  std::condition_variable_any changed_;
  std::deque<T> items_ JUNGLE_GUARDED_BY(mutex_);
  bool closed_ JUNGLE_GUARDED_BY(mutex_) = false;
};

}  // namespace jungle
