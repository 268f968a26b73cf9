#include "nn/torch/loss.hpp"

#include <torch/special.h>

namespace jungle {

namespace {

// Finite, so that it times a target of zero is zero and not NaN; its exponential is exactly zero beside any
// real logit.
constexpr double kMaskedLogit = -1e9;

at::Tensor cross_entropy(const at::Tensor& logits, const at::Tensor& target) {
  return -(target * logits.log_softmax(1)).sum(1);
}

}  // namespace

LossParts training_loss(const NetOutputs& outputs, const LossTargets& targets, const LossWeights& weights) {
  const at::Tensor masked = outputs.policy_logits.masked_fill(targets.legal_mask == 0, kMaskedLogit);
  const at::Tensor policy = (cross_entropy(masked, targets.policy) * targets.weight).sum();
  const at::Tensor value = (cross_entropy(outputs.value.narrow(1, 0, 3), targets.wdl) * targets.weight).sum();
  const at::Tensor predicted = torch::softplus(outputs.value.select(1, 3));
  const at::Tensor huber =
      torch::huber_loss(predicted, targets.plies_left / kPliesLeftScale, at::Reduction::None, 1.0);
  const at::Tensor plies_left = (huber * targets.weight).sum();
  const at::Tensor total =
      (policy + weights.value * value + weights.plies_left * plies_left) / weights.total_weight;

  const torch::NoGradGuard no_grad;
  const at::Tensor entropy = (torch::special::entr(targets.policy).sum(1) * targets.weight).sum();
  return {total, torch::stack({policy, value, plies_left, entropy}).detach()};
}

}  // namespace jungle
