#pragma once
// Decoders for whichever threads want one: as many as decode at once, made on demand and kept.
//
// Thread rule: safe.

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "core/util/thread_safety.hpp"
#include "search/tablebase/table_file.hpp"

namespace jungle::tablebase {

class DecoderPool {
 public:
  std::unique_ptr<Decoder> take() {
    {
      const MutexLock lock(mutex_);
      if (!free_.empty()) {
        std::unique_ptr<Decoder> decoder = std::move(free_.back());
        free_.pop_back();
        return decoder;
      }
    }
    return std::make_unique<Decoder>();
  }

  void give_back(std::unique_ptr<Decoder> decoder) {
    const MutexLock lock(mutex_);
    free_.push_back(std::move(decoder));
  }

 private:
  Mutex mutex_;
  std::vector<std::unique_ptr<Decoder>> free_ JUNGLE_GUARDED_BY(mutex_);
};

}  // namespace jungle::tablebase
