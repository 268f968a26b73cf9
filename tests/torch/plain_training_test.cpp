// The trainer against the training loop that anybody would write: the same losses, step by step.

#include "nn/torch/plain_training.hpp"

#include <utility>

#include <gtest/gtest.h>

#include "nn/torch/torch_trainer.hpp"
#include "test_batch.hpp"

namespace jungle {
namespace {

using test::TestBatch;

void expect_same_losses(const StepLosses& ours, const StepLosses& plain, double tolerance) {
  EXPECT_NEAR(ours.policy, plain.policy, tolerance);
  EXPECT_NEAR(ours.value, plain.value, tolerance);
  EXPECT_NEAR(ours.plies_left, plain.plies_left, tolerance);
  ASSERT_EQ(ours.reply.has_value(), plain.reply.has_value());
  ASSERT_EQ(ours.later.has_value(), plain.later.has_value());
  EXPECT_NEAR(ours.reply.value_or(0), plain.reply.value_or(0), tolerance);
  EXPECT_NEAR(ours.later.value_or(0), plain.later.value_or(0), tolerance);
}

TEST(PlainTraining, HasTheLossesOfTheTrainer) {
  for (const NetConfig& config : {test::kSmallNet, NetConfig{}}) {
    const NetWeights initial = random_weights(config, 4);
    const TrainerConfig settings = {
        .batch_size = 32, .slices = 1, .bfloat16 = false, .weight_decay = 0, .gradient_clip = 1e9};
    const auto trainer = make_torch_trainer(initial, settings);
    const PlainTrainingStep plain = make_plain_training_step(initial, settings);
    for (std::uint64_t step = 0; step < 10; ++step) {
      const TestBatch batch(32, step);
      // Rounding grows from step to step, since Adam divides small gradients by their own size.
      const double tolerance = step == 0 ? 1e-5 : 0.02;
      expect_same_losses(trainer->step(batch.view(), 1e-3), plain(batch.view(), 1e-3), tolerance);
    }
  }
}

TEST(PlainTraining, HasTheLossesOfTheTrainerWithHeadsOfTraining) {
  const NetWeights initial = random_weights(test::kSmallNet, 4);
  for (const auto& [reply, later] : {std::pair(0.5, 2.0), std::pair(1.0, 0.0), std::pair(0.0, 1.0)}) {
    const TrainerConfig settings = {.batch_size = 32,
                                    .slices = 1,
                                    .bfloat16 = false,
                                    .weight_decay = 0,
                                    .gradient_clip = 1e9,
                                    .reply_weight = reply,
                                    .later_weight = later,
                                    .head_seed = 6};
    const auto trainer = make_torch_trainer(initial, settings);
    const PlainTrainingStep plain = make_plain_training_step(initial, settings);
    for (std::uint64_t step = 0; step < 10; ++step) {
      TestBatch batch(32, step);
      for (std::size_t i = 0; i < batch.weight.size(); ++i) batch.weight[i] = i % 2 == 0 ? 0.5F : 1.5F;
      const StepLosses ours = trainer->step(batch.view_with_heads(), 1e-3);
      EXPECT_EQ(ours.reply.has_value(), reply > 0);
      EXPECT_EQ(ours.later.has_value(), later > 0);
      expect_same_losses(ours, plain(batch.view_with_heads(), 1e-3), step == 0 ? 1e-5 : 0.02);
    }
  }
}

TEST(PlainTraining, Learns) {
  const TestBatch batch(32, 1);
  const PlainTrainingStep step =
      make_plain_training_step(random_weights(test::kSmallNet, 1), {.batch_size = 32});
  const StepLosses first = step(batch.view(), 5e-3);
  StepLosses last;
  for (int i = 0; i < 60; ++i) last = step(batch.view(), 5e-3);
  EXPECT_LT(last.policy, first.policy / 2);
}

}  // namespace
}  // namespace jungle
