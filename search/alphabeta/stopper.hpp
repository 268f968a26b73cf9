#pragma once
// Counts nodes and says when to stop. Limits and the stop token are looked at every kPollInterval nodes and
// exactly at the node limit, so that node-limited searches repeat to the node. Once stopped it stays stopped.
// Thread rule: hostile; the stop token may be triggered from any thread.

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <limits>
#include <stop_token>
#include <utility>

#include "search/limits.hpp"

namespace jungle::alphabeta {

class Stopper {
 public:
  Stopper(const Limits& limits, std::stop_token stop)
      : stop_(std::move(stop)),
        node_limit_(limits.nodes > 0 ? limits.nodes : std::numeric_limits<std::int64_t>::max()),
        has_deadline_(limits.movetime_ms > 0),
        deadline_(std::chrono::steady_clock::now() + std::chrono::milliseconds(limits.movetime_ms)) {
    poll();
  }

  void count_node() {
    if (++nodes_ >= next_poll_) poll();
  }
  bool stopped() const { return stopped_; }
  std::int64_t nodes() const { return nodes_; }

 private:
  static constexpr std::int64_t kPollInterval = 1024;

  void poll() {
    stopped_ = stopped_ || nodes_ >= node_limit_ || stop_.stop_requested() ||
               (has_deadline_ && std::chrono::steady_clock::now() >= deadline_);
    next_poll_ = std::min(nodes_ + kPollInterval, node_limit_);
  }

  std::stop_token stop_;
  std::int64_t node_limit_;
  bool has_deadline_;
  std::chrono::steady_clock::time_point deadline_;
  std::int64_t nodes_ = 0;
  std::int64_t next_poll_ = 0;
  bool stopped_ = false;
};

}  // namespace jungle::alphabeta
