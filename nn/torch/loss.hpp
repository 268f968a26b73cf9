#pragma once
// The loss of a part of a batch and its gradient by the net's outputs.
//
//   policy      cross-entropy with the target over legal moves; illegal logits get no gradient
//   value       cross-entropy of win, draw, loss with a soft target
//   plies left  Huber (delta 1) of the prediction and the target, both in units of kPliesLeftScale
//
// total = sum over positions of weight * (policy + value_weight * value + plies_left_weight * plies_left) /
// total_weight, where total_weight is that of the whole batch: the gradients of its parts add up to the
// gradient of the batch.
//
// The heads of training (training_heads.hpp) come by themselves, since few trainings have them:
//
//   reply       cross-entropy with the index that was answered, over all indices: which are legal is not
//   known later       cross-entropy with what stands on a square, mean over the squares
//
// each over the positions whose target is known, but divided by total_weight as the others are.
//
// Plain loops instead of tensor operations: a position has about fifteen legal moves among its 252 indices.
// Thread rule: compatible.

#include <span>

#include "nn/trainer.hpp"

namespace jungle {

struct LossWeights {
  double value = 1;
  double plies_left = 0.1;
  double total_weight = 1;
};

struct LossSums {  // weighted sums over the part's positions, as StepLosses
  double policy = 0;
  double value = 0;
  double plies_left = 0;
  double policy_entropy = 0;
};

// policy_logits: [N][kPolicySize]; values: [N][4], logits of win, draw, loss, and y of plies left; `targets`:
// of the same N positions, planes are not looked at. Writes d total / d output into the last two.
LossSums training_loss(std::span<const float> policy_logits, std::span<const float> values,
                       const TrainBatch& targets, const LossWeights& weights,
                       std::span<float> policy_gradient, std::span<float> value_gradient);

struct HeadLoss {     // sums over the positions whose target is known
  double loss = 0;    // weighted
  double weight = 0;  // theirs
};

// logits: [N][kPolicySize], and [N][kSquares][kSquareContents]. `share` is the loss's weight over
// total_weight.
HeadLoss reply_loss(std::span<const float> logits, const TrainBatch& targets, double share,
                    std::span<float> gradient);
HeadLoss later_loss(std::span<const float> logits, const TrainBatch& targets, double share,
                    std::span<float> gradient);

}  // namespace jungle
