#pragma once
// A training batch of real positions with made-up targets.

#include <cstdint>
#include <vector>

#include "core/util/random.hpp"
#include "nn/trainer.hpp"

namespace jungle::test {

struct TestBatch {
  TestBatch(int size, std::uint64_t seed);
  TrainBatch view() const { return {planes, policy_target, legal_mask, wdl_target, plies_left, weight}; }
  TrainBatch view_with_heads() const {
    return {planes, policy_target, legal_mask, wdl_target, plies_left, weight, reply, later_board};
  }

  std::vector<float> planes, policy_target, legal_mask, wdl_target, plies_left, weight;
  std::vector<std::int16_t> reply;        // any index; every fifth is not known
  std::vector<std::uint8_t> later_board;  // the board itself; every seventh is not known

 private:
  void add_head_targets(std::size_t row, const EvalRequest& request, Rng rng);
};

// A net small enough for a test.
inline constexpr NetConfig kSmallNet{.channels = 16, .blocks = 2, .value_channels = 4, .value_hidden = 16};

}  // namespace jungle::test
