#include "nn/torch/torch_trainer.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "test_batch.hpp"

namespace jungle {
namespace {

using test::kSmallNet;
using test::TestBatch;

std::unique_ptr<Trainer> small_trainer(TrainerConfig config = {}, std::uint64_t seed = 1) {
  config.batch_size = 32;
  return make_torch_trainer(random_weights(kSmallNet, seed), config);
}

std::uint64_t hash_after(int steps, const TrainerConfig& config) {
  const auto trainer = small_trainer(config);
  for (int i = 0; i < steps; ++i) trainer->step(TestBatch(32, static_cast<std::uint64_t>(i)).view(), 2e-3);
  return weights_hash(trainer->weights()) ^ weights_hash(trainer->averaged_weights());
}

TEST(TorchTrainer, OverfitsSixtyFourPositions) {
  const TestBatch batch(64, 7);
  const auto trainer = make_torch_trainer(random_weights({.channels = 32, .blocks = 2}, 1),
                                          {.batch_size = 64, .slices = 2, .weight_decay = 0});
  const StepLosses first = trainer->step(batch.view(), 5e-3);
  EXPECT_GT(first.policy - first.policy_entropy, 1.0);
  EXPECT_GT(first.value, 0.8);
  StepLosses last;
  for (int i = 0; i < 250; ++i) last = trainer->step(batch.view(), i < 180 ? 5e-3 : 5e-4);
  EXPECT_LT(last.policy - last.policy_entropy, 0.05);
  EXPECT_LT(last.value, 0.05);
  EXPECT_LT(last.plies_left, first.plies_left / 4);
}

TEST(TorchTrainer, GivesTheSameWeightsAtAnyNumberOfThreads) {
  for (const bool bfloat16 : {true, false}) {
    const std::uint64_t one = hash_after(6, {.slices = 4, .threads = 1, .bfloat16 = bfloat16});
    EXPECT_EQ(hash_after(6, {.slices = 4, .threads = 2, .bfloat16 = bfloat16}), one);
    EXPECT_EQ(hash_after(6, {.slices = 4, .threads = 4, .bfloat16 = bfloat16}), one);
  }
}

TEST(TorchTrainer, DependsOnTheFirstWeightsAndTheSlices) {
  EXPECT_NE(hash_after(2, {.slices = 2}), hash_after(2, {.slices = 4}));
  EXPECT_NE(weights_hash(small_trainer({}, 1)->weights()), weights_hash(small_trainer({}, 2)->weights()));
}

TEST(TorchTrainer, StartsAsTheWeightsItWasGiven) {
  const NetWeights initial = random_weights(kSmallNet, 1);
  const auto trainer = make_torch_trainer(initial, {});
  EXPECT_EQ(trainer->weights().tensors, initial.tensors);
  EXPECT_EQ(trainer->averaged_weights().tensors, initial.tensors);
  EXPECT_EQ(trainer->steps_done(), 0);
}

TEST(TorchTrainer, AveragesWeightsAndStatistics) {
  const TestBatch batch(32, 3);
  const auto trainer = small_trainer({.average_decay = 0.25});
  std::map<std::string, Tensor> expected = trainer->weights().tensors;
  for (int step = 1; step <= 4; ++step) {
    trainer->step(batch.view(), 1e-2);
    const double keep = std::min(0.25, (1.0 + step) / (10.0 + step));
    const NetWeights now = trainer->weights(), averaged = trainer->averaged_weights();
    for (auto& [name, tensor] : expected) {
      for (std::size_t i = 0; i < tensor.data.size(); ++i) {
        tensor.data[i] =
            static_cast<float>(keep * tensor.data[i] + (1 - keep) * now.tensors.at(name).data[i]);
        ASSERT_NEAR(averaged.tensors.at(name).data[i], tensor.data[i], 1e-5)
            << name << " after step " << step;
      }
    }
  }
}

TEST(TorchTrainer, MovesRunningStatisticsTowardsTheBatch) {
  const auto trainer = small_trainer({.bfloat16 = false});
  const TestBatch batch(32, 3);
  // With no learning every step sees the same moments: the distance to them shrinks by the momentum each
  // time.
  const auto variance = [&] { return trainer->weights().tensors.at("stem.bn.running_var").data[0]; };
  const float v0 = variance();
  trainer->step(batch.view(), 0);
  const float v1 = variance();
  trainer->step(batch.view(), 0);
  EXPECT_NE(v0, v1);
  EXPECT_NEAR((variance() - v1) / (v1 - v0), 0.9, 1e-3);
}

TEST(TorchTrainer, DecaysConvolutionWeightsOnly) {
  TestBatch batch(32, 3);
  std::ranges::fill(batch.weight, 0.0F);  // no gradient: nothing but decay
  const auto trainer = small_trainer({.bfloat16 = false, .weight_decay = 0.5});
  const NetWeights before = trainer->weights();
  trainer->step(batch.view(), 0.1);
  const NetWeights after = trainer->weights();
  for (const auto& [name, tensor] : before.tensors) {
    if (name.find("running") != std::string::npos) continue;
    const float factor = tensor.shape.size() == 4 ? 0.95F : 1.0F;
    EXPECT_NEAR(after.tensors.at(name).data[0], factor * tensor.data[0], 1e-6) << name;
  }
}

TEST(TorchTrainer, IgnoresTheTargetsOfSamplesWithoutWeight) {
  TestBatch batch(32, 3);
  batch.weight[5] = 0;
  const auto first = small_trainer(), second = small_trainer();
  first->step(batch.view(), 1e-2);
  const auto policy = batch.policy_target.begin() + 5 * kPolicySize;
  std::rotate(policy, policy + 9, policy + kPolicySize);
  std::rotate(batch.wdl_target.begin() + 15, batch.wdl_target.begin() + 16, batch.wdl_target.begin() + 18);
  batch.plies_left[5] += 50;
  second->step(batch.view(), 1e-2);
  EXPECT_EQ(weights_hash(first->weights()), weights_hash(second->weights()));
}

TEST(TorchTrainer, LimitsTheStepOfALargeGradient) {
  const TestBatch batch(32, 3);
  const auto free = small_trainer({.gradient_clip = 1e9}), clipped = small_trainer({.gradient_clip = 1e-9});
  const double norm = free->step(batch.view(), 1e-3).gradient_norm;
  EXPECT_GT(norm, 1e-3);
  EXPECT_EQ(clipped->step(batch.view(), 1e-3).gradient_norm, norm);  // before clipping
  const auto moved = [](const Trainer& trainer) {
    return std::abs(trainer.weights().tensors.at("policy.out.bias").data[0]);
  };
  // AdamW forgets the scale of a gradient, but not one that its epsilon of 1e-8 swallows.
  EXPECT_LT(moved(*clipped), 0.5 * moved(*free));
}

TEST(TorchTrainer, LeavesEverythingAloneWhenLossesAreNotFinite) {
  const TestBatch good(32, 3);
  const auto trainer = small_trainer();
  trainer->step(good.view(), 1e-3);
  const std::uint64_t weights = weights_hash(trainer->weights());
  const std::uint64_t average = weights_hash(trainer->averaged_weights());
  TestBatch bad = good;
  bad.planes[17] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_FALSE(trainer->step(bad.view(), 1e-3).finite());
  bad = good;
  bad.wdl_target[0] = std::numeric_limits<float>::infinity();
  EXPECT_FALSE(trainer->step(bad.view(), 1e-3).finite());
  EXPECT_EQ(weights_hash(trainer->weights()), weights);
  EXPECT_EQ(weights_hash(trainer->averaged_weights()), average);
  EXPECT_EQ(trainer->steps_done(), 1);
  EXPECT_TRUE(trainer->step(good.view(), 1e-3).finite());
}

TEST(TorchTrainer, SaysHowItComputes) {
  const std::string text = small_trainer({.slices = 4, .threads = 2, .bfloat16 = false})->description();
  EXPECT_TRUE(text.starts_with("libtorch ")) << text;
  EXPECT_TRUE(text.ends_with(", float32, 2 threads, 4 slices of 8")) << text;
}

}  // namespace
}  // namespace jungle
