#pragma once
// The visits that one thread has brought to the root and not yet written there. All threads meet at the root:
// were each to write every visit to it at once, they would spend their time on handing its cache lines to and
// fro.
//
//   RootTally tally;
//   tally.add<kShared>(value.wdl, value.plies_left, root, spread);   // writes now and then
//   tally.flush<kShared>(root, spread);                             // before others rely on the root
//
// Alone (not kShared) a thread writes every visit at once. Thread rule: hostile.

#include <algorithm>
#include <cstdint>

#include "search/mcts/node.hpp"
#include "search/mcts/root_spread.hpp"

namespace jungle {

class RootTally {
 public:
  template <bool kShared>
  void add(const Wdl& wdl, float plies_left, Node root, RootSpread& spread) {
    const float value = wdl.value();
    ++visits_;
    value_sum_ += to_fixed(value);
    square_sum_ += to_fixed(value * value);
    draw_sum_ += wdl.draw;
    plies_left_sum_ += plies_left;
    if (!kShared || visits_ >= worth_writing_) flush<kShared>(root, spread);
  }

  template <bool kShared>
  void flush(Node root, RootSpread& spread) {
    if (visits_ == 0) return;
    const auto count = static_cast<float>(visits_);
    root.add_visits<kShared>(visits_, value_sum_, draw_sum_ / count, plies_left_sum_ / count);
    spread.add_values<kShared>(visits_, value_sum_, square_sum_);
    *this = RootTally();
    worth_writing_ = std::clamp(root.visits() / kShare, 1U, kMost);
  }

 private:
  static constexpr std::uint32_t kShare = 64;  // of the root's visits one in so many may be kept back
  static constexpr std::uint32_t kMost = 16;

  std::uint32_t visits_ = 0;
  std::uint32_t worth_writing_ = 1;
  std::int64_t value_sum_ = 0;  // fixed point
  std::int64_t square_sum_ = 0;
  float draw_sum_ = 0;
  float plies_left_sum_ = 0;
};

}  // namespace jungle
