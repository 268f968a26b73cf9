#include "nn/torch/loss.hpp"

#include <algorithm>
#include <cmath>

#include "core/util/check.hpp"

namespace jungle {
namespace {

struct CrossEntropy {
  double loss = 0;
  double target_entropy = 0;
};

// Of softmax(logits) and the target, over the indices that `include` says. The gradient is scale * (softmax -
// target).
template <typename Include>
CrossEntropy cross_entropy(std::span<const float> logits, std::span<const float> target,
                           const Include& include, double scale, std::span<float> gradient) {
  double highest = -INFINITY;
  for (std::size_t i = 0; i < logits.size(); ++i) {
    if (include(i)) highest = std::max(highest, double{logits[i]});
  }
  double sum = 0;
  double target_sum = 0;
  for (std::size_t i = 0; i < logits.size(); ++i) {
    gradient[i] = 0;
    if (!include(i)) continue;
    gradient[i] = std::exp(static_cast<float>(logits[i] - highest));
    sum += gradient[i];
    target_sum += target[i];
  }
  const double log_sum = highest + std::log(sum);
  CrossEntropy result;
  for (std::size_t i = 0; i < logits.size(); ++i) {
    if (!include(i)) continue;
    gradient[i] = static_cast<float>(scale * (gradient[i] / sum * target_sum - target[i]));
    result.loss += target[i] * (log_sum - logits[i]);
    if (target[i] > 0) result.target_entropy -= target[i] * std::log(target[i]);
  }
  return result;
}

double softplus(double y) { return std::max(y, 0.0) + std::log1p(std::exp(-std::abs(y))); }

// The gradient is scale * d loss / d y.
double huber(double y, double target, double scale, float& gradient) {
  const double error = softplus(y) - target;
  gradient = static_cast<float>(scale * std::clamp(error, -1.0, 1.0) / (1 + std::exp(-y)));
  return std::abs(error) <= 1 ? 0.5 * error * error : std::abs(error) - 0.5;
}

}  // namespace

LossSums training_loss(std::span<const float> policy_logits, std::span<const float> values,
                       const TrainBatch& targets, const LossWeights& weights,
                       std::span<float> policy_gradient, std::span<float> value_gradient) {
  const std::size_t positions = targets.weight.size();
  JUNGLE_CHECK(policy_logits.size() == positions * kPolicySize &&
               policy_gradient.size() == policy_logits.size() && values.size() == positions * 4 &&
               value_gradient.size() == values.size());
  LossSums sums;
  for (std::size_t n = 0; n < positions; ++n) {
    const double weight = targets.weight[n];
    const double scale = weight / weights.total_weight;
    const std::size_t at = n * kPolicySize;
    const CrossEntropy policy = cross_entropy(
        policy_logits.subspan(at, kPolicySize), targets.policy_target.subspan(at, kPolicySize),
        [&](std::size_t i) { return targets.legal_mask[at + i] != 0; }, scale,
        policy_gradient.subspan(at, kPolicySize));
    const CrossEntropy value = cross_entropy(
        values.subspan(n * 4, 3), targets.wdl_target.subspan(n * 3, 3), [](std::size_t) { return true; },
        scale * weights.value, value_gradient.subspan(n * 4, 3));
    const double plies_left = huber(values[n * 4 + 3], double{targets.plies_left[n]} / kPliesLeftScale,
                                    scale * weights.plies_left, value_gradient[n * 4 + 3]);
    sums.policy += weight * policy.loss;
    sums.value += weight * value.loss;
    sums.plies_left += weight * plies_left;
    sums.policy_entropy += weight * policy.target_entropy;
  }
  return sums;
}

}  // namespace jungle
