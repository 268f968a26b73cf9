#pragma once
// The net's forward pass written out as nested loops over the tensors of nn/weights.hpp, batch norms not
// folded, sums in double: slow, and the yardstick of every faster one.

#include <array>

#include "nn/encoding.hpp"
#include "nn/weights.hpp"
#include "search/evaluator.hpp"

namespace jungle::test {

struct ReferenceOutput {
  std::array<float, kPolicySize> policy_logits{};
  Wdl wdl_for_side_to_move;
  float plies_left = 0;
};

ReferenceOutput reference_forward(const NetWeights& weights, const EvalRequest& request);

// Softmax of the logits over the legal moves.
EvalResult reference_evaluate(const NetWeights& weights, const EvalRequest& request);

// random_weights() whose batch norms are anything but identities, as after training: negative and zero
// scales, wide variances.
NetWeights varied_weights(const NetConfig& config, std::uint64_t seed);

}  // namespace jungle::test
