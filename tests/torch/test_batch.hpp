#pragma once
// A training batch of real positions with made-up targets.

#include <cstdint>
#include <vector>

#include "nn/trainer.hpp"

namespace jungle::test {

struct TestBatch {
  TestBatch(int size, std::uint64_t seed);
  TrainBatch view() const { return {planes, policy_target, legal_mask, wdl_target, plies_left, weight}; }

  std::vector<float> planes, policy_target, legal_mask, wdl_target, plies_left, weight;
};

// A net small enough for a test.
inline constexpr NetConfig kSmallNet{.channels = 16, .blocks = 2, .value_channels = 4, .value_hidden = 16};

}  // namespace jungle::test
