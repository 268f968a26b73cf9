#pragma once
// When a running search reports: as the root's visits double, and every quarter of a second. Thread rule:
// hostile; it belongs to the thread that ticks.

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <utility>

#include "search/mcts/node.hpp"

namespace jungle {

class ReportTimer {
 public:
  ReportTimer(Node root, std::function<void()> report)
      : root_(root),
        report_(std::move(report)),
        next_visits_(std::max<std::int64_t>(2 * std::int64_t{root.visits()}, kFirst)) {}

  // Before every visit.
  void tick() {
    const std::int64_t visits = root_.visits();
    const Clock::time_point now = Clock::now();
    if (visits < next_visits_ && now < next_time_) return;
    report_();
    next_visits_ = 2 * visits;
    next_time_ = now + kPeriod;
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::int64_t kFirst = 64;  // visits before which little can be said
  static constexpr std::chrono::milliseconds kPeriod{250};

  Node root_;
  std::function<void()> report_;
  std::int64_t next_visits_;
  Clock::time_point next_time_ = Clock::now() + kPeriod;
};

}  // namespace jungle
