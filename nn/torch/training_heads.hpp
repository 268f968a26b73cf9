#pragma once
// Heads that a net has in training alone, beside policy and value: what they have to guess makes the trunk
// better, and nothing else reads them. They are in no weights file, only in the trainer's state.
//
// Tensors, named and shaped like those of the policy head (nn/weights.hpp); C channels:
//
//   reply.conv.weight [C, C, 1, 1]  reply.bn [C]  reply.out.weight  [4, C, 1, 1]  reply.out.bias  [4]
//   later.conv.weight [C, C, 1, 1]  later.bn [C]  later.out.weight [17, C, 1, 1]  later.out.bias [17]
//
// Thread rule: pure functions.

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "nn/trainer.hpp"
#include "nn/weights.hpp"

namespace jungle {

struct TrainingHeads {
  bool reply = false;  // which move the opponent answers: 4 directions a square
  bool later = false;  // what stands on each square some plies later: kSquareContents a square
  bool operator==(const TrainingHeads&) const = default;

  std::string names() const;  // "reply later", "reply", "later" or ""
};

// Those whose loss has a weight.
TrainingHeads training_heads(const TrainerConfig& config);

// Name and shape of every tensor of the heads: reply's before later's.
std::vector<std::pair<std::string, std::vector<std::int64_t>>> head_layout(const NetConfig& config,
                                                                           TrainingHeads heads);

// As random_weights() would begin them; a head is the same whether the other is there or not.
std::map<std::string, Tensor> random_heads(const NetConfig& config, TrainingHeads heads, std::uint64_t seed);

}  // namespace jungle
