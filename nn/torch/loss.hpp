#pragma once
// The loss of a part of a batch, and its parts for the log.
//
//   policy      cross-entropy with the target over legal moves; illegal logits are masked away and get no
//   gradient value       cross-entropy of win, draw, loss with a soft target plies left  Huber (delta 1) of
//   the prediction and the target, both in units of kPliesLeftScale
//
// total = sum over positions of weight * (policy + value_weight * value + plies_left_weight * plies_left) /
// total_weight, where total_weight is that of the whole batch: the gradients of its parts add up to the
// gradient of the batch.

#include <torch/types.h>

#include "nn/torch/net.hpp"

namespace jungle {

struct LossTargets {      // the spans of TrainBatch as tensors
  at::Tensor policy;      // [N, kPolicySize]
  at::Tensor legal_mask;  // [N, kPolicySize]
  at::Tensor wdl;         // [N, 3]
  at::Tensor plies_left;  // [N]
  at::Tensor weight;      // [N]
};

struct LossWeights {
  double value = 1;
  double plies_left = 0.1;
  double total_weight = 1;
};

struct LossParts {
  at::Tensor total;  // scalar, with its graph
  at::Tensor
      sums;  // [4] weighted sums of policy, value, plies left and the policy target's entropy; no graph
};

LossParts training_loss(const NetOutputs& outputs, const LossTargets& targets, const LossWeights& weights);

}  // namespace jungle
