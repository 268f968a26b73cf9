#include "nn/torch/loss.hpp"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>
#include <torch/autograd.h>
#include <torch/types.h>

#include "core/util/random.hpp"
#include "test_batch.hpp"

namespace jungle {
namespace {

// Two positions; the first has three legal indices, the second two.
struct LossTest : testing::Test {
  LossTest() {
    for (const std::size_t legal : {3, 10, 200}) mask[legal] = 1;
    for (const std::size_t legal : {0, 251}) mask[kPolicySize + legal] = 1;
    policy[3] = policy[10] = 0.5F;
    policy[kPolicySize + 251] = 1;
  }

  LossSums loss() {
    return training_loss(logits, values, {{}, policy, mask, wdl, plies_left, weight}, weights,
                         policy_gradient, value_gradient);
  }

  std::vector<float> logits = std::vector<float>(2 * kPolicySize), values = std::vector<float>(8);
  std::vector<float> policy = std::vector<float>(2 * kPolicySize), mask = std::vector<float>(2 * kPolicySize);
  std::vector<float> wdl{1, 0, 0, 0.25F, 0.5F, 0.25F}, plies_left{64, 640}, weight{1, 1};
  LossWeights weights{.value = 2.0, .plies_left = 0.5, .total_weight = 2};
  std::vector<float> policy_gradient = std::vector<float>(2 * kPolicySize),
                     value_gradient = std::vector<float>(8);
};

TEST_F(LossTest, OfAnIgnorantNetIsTheLogarithmOfTheChoices) {
  Rng rng({1});
  for (float& logit : logits)
    logit = static_cast<float>(100 * rng.uniform() - 50);  // illegal: must not matter
  for (const std::size_t legal : {3, 10, 200}) logits[legal] = 7;
  for (const std::size_t legal : {0, 251}) logits[kPolicySize + legal] = -3;
  EXPECT_NEAR(loss().policy, std::log(3.0) + std::log(2.0), 1e-6);
  EXPECT_NEAR(loss().value, 2 * std::log(3.0), 1e-6);
  EXPECT_NEAR(loss().policy_entropy, std::log(2.0), 1e-6);
}

TEST_F(LossTest, OfPliesLeftIsHuberInUnitsOfTheScale) {
  const double predicted = std::log(2.0);  // softplus(0)
  // Targets 1 and 10: the first is within the quadratic part, the second is not.
  EXPECT_NEAR(loss().plies_left, 0.5 * (1 - predicted) * (1 - predicted) + (10 - predicted - 0.5), 1e-6);
}

TEST_F(LossTest, CountsEachPositionByItsWeight) {
  weight = {0.5F, 1.5F};
  EXPECT_NEAR(loss().policy, 0.5 * std::log(3.0) + 1.5 * std::log(2.0), 1e-6);
  EXPECT_NEAR(loss().value, 2 * std::log(3.0), 1e-6);
}

TEST_F(LossTest, GivesNoGradientToIllegalIndices) {
  Rng rng({2});
  for (float& logit : logits) logit = static_cast<float>(rng.normal());
  loss();
  for (std::size_t i = 0; i < logits.size(); ++i) EXPECT_EQ(policy_gradient[i] != 0, mask[i] != 0) << i;
}

TEST_F(LossTest, IgnoresTheTargetsOfSamplesWithoutWeight) {
  weight = {1, 0};
  const double before = loss().value;
  EXPECT_TRUE(std::all_of(value_gradient.begin() + 4, value_gradient.end(), [](float g) { return g == 0; }));
  EXPECT_TRUE(std::all_of(policy_gradient.begin() + kPolicySize, policy_gradient.end(),
                          [](float g) { return g == 0; }));
  wdl[3] = 1;
  EXPECT_EQ(loss().value, before);
}

TEST_F(LossTest, OfOutputsThatAreNotNumbersIsNone) {
  logits[10] = NAN;
  EXPECT_TRUE(std::isnan(loss().policy));
  logits[10] = INFINITY;
  EXPECT_FALSE(std::isfinite(loss().policy));
  values[3] = NAN;
  EXPECT_TRUE(std::isnan(loss().plies_left));
}

// The same loss in LibTorch's operations, differentiated by LibTorch.
TEST(Loss, HasTheGradientOfItsFormula) {
  constexpr std::int64_t kCount = 16;
  test::TestBatch batch(kCount, 3);
  Rng rng({4});
  for (float& weight : batch.weight) weight = static_cast<float>(2 * rng.uniform());
  std::vector<float> logits(kCount * kPolicySize), values(kCount * 4);
  for (float& logit : logits) logit = static_cast<float>(2 * rng.normal());
  for (float& value : values) value = static_cast<float>(2 * rng.normal());
  const LossWeights weights{.value = 1.5, .plies_left = 0.3, .total_weight = 20};
  std::vector<float> policy_gradient(logits.size()), value_gradient(values.size());
  training_loss(logits, values, batch.view(), weights, policy_gradient, value_gradient);

  const auto tensor = [](std::vector<float>& data, std::int64_t width) {
    return torch::from_blob(data.data(), {kCount, width});
  };
  const at::Tensor x = tensor(logits, kPolicySize).clone().requires_grad_();
  const at::Tensor v = tensor(values, 4).clone().requires_grad_();
  const at::Tensor masked = x.masked_fill(tensor(batch.legal_mask, kPolicySize) == 0, -1e9);
  const at::Tensor policy = -(tensor(batch.policy_target, kPolicySize) * masked.log_softmax(1)).sum(1);
  const at::Tensor value = -(tensor(batch.wdl_target, 3) * v.narrow(1, 0, 3).log_softmax(1)).sum(1);
  const at::Tensor plies_left =
      torch::huber_loss(torch::softplus(v.select(1, 3)),
                        tensor(batch.plies_left, 1).flatten() / kPliesLeftScale, at::Reduction::None, 1.0);
  const at::Tensor weight = tensor(batch.weight, 1).flatten();
  ((policy + weights.value * value + weights.plies_left * plies_left) * weight / weights.total_weight)
      .sum()
      .backward();
  EXPECT_LT((x.grad() - tensor(policy_gradient, kPolicySize)).abs().max().item<double>(), 1e-6);
  EXPECT_LT((v.grad() - tensor(value_gradient, 4)).abs().max().item<double>(), 1e-6);
}

}  // namespace
}  // namespace jungle
