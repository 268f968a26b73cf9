#pragma once
// How widely the values seen at the root vary, to scale exploration by: in a quiet position the values of
// moves differ by hundredths, and a fixed cpuct would drown them; in a sharp one they differ by whole points.
//
// scale = twice the standard deviation of the values backed up to the root, within [0.1, 1]; at 1 the values
// fill [-1, 1] evenly or worse. The estimate begins at 1, as if kFirstValues values had been seen, and fades
// into what this search sees.

#include <algorithm>
#include <atomic>
#include <cmath>

#include "search/mcts/node.hpp"

namespace jungle {

class alignas(64) RootSpread {  // a cache line of its own: every thread writes to it
 public:
  void restart() {
    count_.store(0, std::memory_order_relaxed);
    sum_.store(0, std::memory_order_relaxed);
    square_sum_.store(0, std::memory_order_relaxed);
  }

  // Sums over `count` values and their squares, in fixed point.
  template <bool kShared>
  void add_values(std::int64_t count, std::int64_t sum, std::int64_t square_sum) {
    add<kShared>(count_, count);
    add<kShared>(sum_, sum);
    add<kShared>(square_sum_, square_sum);
  }

  // Other threads may be between two of their three updates: the estimate is off by what one of them adds at
  // once.
  float scale() const {
    const auto count = static_cast<float>(count_.load(std::memory_order_relaxed));
    if (count == 0) return 1;
    const float mean = from_fixed(sum_.load(std::memory_order_relaxed)) / count;
    const float squares = from_fixed(square_sum_.load(std::memory_order_relaxed));
    const float scatter = std::max(0.0F, squares - count * mean * mean);
    const float variance = (kFirstValues * kFirstVariance + scatter) / (kFirstValues + count);
    return std::clamp(2 * std::sqrt(variance), 0.1F, 1.0F);
  }

 private:
  static constexpr float kFirstValues = 8;
  static constexpr float kFirstVariance = 0.25F;

  std::atomic<std::int64_t> count_{0};
  std::atomic<std::int64_t> sum_{0};  // fixed point, kValueOne
  std::atomic<std::int64_t> square_sum_{0};
};

}  // namespace jungle
