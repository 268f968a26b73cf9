#include "nn/torch/loss.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "nn/encoding.hpp"

namespace jungle {
namespace {

// Two positions; the first has three legal indices, the second two.
struct LossTest : testing::Test {
  void SetUp() override {
    outputs.policy_logits = torch::zeros({2, kPolicySize});
    outputs.value = torch::zeros({2, 4});
    targets = {.policy = torch::zeros({2, kPolicySize}),
               .legal_mask = torch::zeros({2, kPolicySize}),
               .wdl = torch::tensor({{1.0F, 0.0F, 0.0F}, {0.25F, 0.5F, 0.25F}}),
               .plies_left = torch::tensor({64.0F, 640.0F}),
               .weight = torch::ones({2})};
    for (const int legal : {3, 10, 200}) targets.legal_mask[0][legal] = 1;
    for (const int legal : {0, 251}) targets.legal_mask[1][legal] = 1;
    targets.policy[0][3] = 0.5;
    targets.policy[0][10] = 0.5;
    targets.policy[1][251] = 1;
  }

  LossParts loss() const { return training_loss(outputs, targets, weights); }
  double sum(int part) const { return loss().sums[part].item<double>(); }
  enum Part { kPolicy, kValue, kPliesLeft, kEntropy };

  NetOutputs outputs;
  LossTargets targets;
  LossWeights weights{.value = 2.0, .plies_left = 0.5, .total_weight = 2};
};

TEST_F(LossTest, OfAnIgnorantNetIsTheLogarithmOfTheChoices) {
  outputs.policy_logits.uniform_(-50, 50);  // on illegal indices: must not matter
  for (const int legal : {3, 10, 200}) outputs.policy_logits[0][legal] = 7;
  for (const int legal : {0, 251}) outputs.policy_logits[1][legal] = -3;
  EXPECT_NEAR(sum(kPolicy), std::log(3.0) + std::log(2.0), 1e-5);
  EXPECT_NEAR(sum(kValue), 2 * std::log(3.0), 1e-5);
  EXPECT_NEAR(sum(kEntropy), std::log(2.0), 1e-5);
}

TEST_F(LossTest, OfPliesLeftIsHuberInUnitsOfTheScale) {
  const double predicted = std::log(2.0);  // softplus(0)
  // Targets 1 and 10: the first is within the quadratic part, the second is not.
  EXPECT_NEAR(sum(kPliesLeft), 0.5 * (1 - predicted) * (1 - predicted) + (10 - predicted - 0.5), 1e-5);
}

TEST_F(LossTest, TotalIsTheWeightedMean) {
  targets.weight = torch::tensor({0.5F, 1.5F});
  const at::Tensor sums = loss().sums;
  const double expected = (sums[kPolicy] + 2.0 * sums[kValue] + 0.5 * sums[kPliesLeft]).item<double>() / 2;
  EXPECT_NEAR(loss().total.item<double>(), expected, 1e-5);
  EXPECT_NEAR(sum(kPolicy), 0.5 * std::log(3.0) + 1.5 * std::log(2.0), 1e-5);
}

TEST_F(LossTest, GradientOfThePolicyIsSoftmaxMinusTargetAndNoneOnIllegalIndices) {
  outputs.policy_logits.uniform_(-2, 2).requires_grad_();
  targets.weight = torch::tensor({1.0F, 3.0F});
  weights.total_weight = 4;
  loss().total.backward();
  const at::Tensor gradient = outputs.policy_logits.grad();
  const at::Tensor logits = outputs.policy_logits.detach();
  const auto exponential = [&](int index) { return std::exp(logits[0][index].item<double>()); };
  const double sum = exponential(3) + exponential(10) + exponential(200);
  EXPECT_NEAR(gradient[0][200].item<double>(), exponential(200) / sum / 4, 1e-6);
  EXPECT_NEAR(gradient[0][3].item<double>(), (exponential(3) / sum - 0.5) / 4, 1e-6);
  EXPECT_EQ((gradient * (targets.legal_mask == 0)).abs().max().item<double>(), 0.0);
}

TEST_F(LossTest, IgnoresTheTargetsOfSamplesWithoutWeight) {
  targets.weight = torch::tensor({1.0F, 0.0F});
  outputs.value.requires_grad_();
  outputs.policy_logits.requires_grad_();
  const LossParts before = loss();
  before.total.backward();
  EXPECT_EQ(outputs.value.grad()[1].abs().max().item<double>(), 0.0);
  EXPECT_EQ(outputs.policy_logits.grad()[1].abs().max().item<double>(), 0.0);
  targets.wdl[1] = torch::tensor({0.0F, 0.0F, 1.0F});
  targets.plies_left[1] = 3;
  EXPECT_EQ(loss().total.item<double>(), before.total.item<double>());
}

}  // namespace
}  // namespace jungle
