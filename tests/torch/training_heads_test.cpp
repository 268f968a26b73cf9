// The heads of training, through the trainer: they change what the net learns, and nothing else sees them.

#include "nn/torch/training_heads.hpp"

#include <gtest/gtest.h>

#include "nn/torch/torch_trainer.hpp"
#include "test_batch.hpp"

namespace jungle {
namespace {

using test::kSmallNet;
using test::TestBatch;

std::unique_ptr<Trainer> trainer_with(TrainerConfig config) {
  config.batch_size = 32;
  return make_torch_trainer(random_weights(kSmallNet, 1), config);
}

std::uint64_t hash_after(int steps, const TrainerConfig& config) {
  const auto trainer = trainer_with(config);
  for (int i = 0; i < steps; ++i)
    trainer->step(TestBatch(32, static_cast<std::uint64_t>(i)).view_with_heads(), 2e-3);
  return weights_hash(trainer->weights()) ^ weights_hash(trainer->averaged_weights());
}

TEST(TrainingHeads, AreMadeFromASeedEachByItself) {
  const auto both = random_heads(kSmallNet, {.reply = true, .later = true}, 3);
  auto apart = random_heads(kSmallNet, {.reply = true}, 3);
  apart.merge(random_heads(kSmallNet, {.later = true}, 3));
  EXPECT_EQ(both, apart);
  EXPECT_NE(both.at("reply.conv.weight"), both.at("later.conv.weight"));
  EXPECT_NE(both, random_heads(kSmallNet, {.reply = true, .later = true}, 4));
  EXPECT_TRUE(random_heads(kSmallNet, {}, 3).empty());
  EXPECT_EQ(both.at("later.out.weight").shape, (std::vector<std::int64_t>{17, 16, 1, 1}));
}

TEST(TrainingHeads, ChangeWhatTheNetLearnsButNotWhatItHolds) {
  const auto plain = trainer_with({}), reply = trainer_with({.reply_weight = 0.5});
  const TestBatch batch(32, 3);
  plain->step(batch.view_with_heads(), 1e-2);
  reply->step(batch.view_with_heads(), 1e-2);
  EXPECT_NE(weights_hash(plain->weights()), weights_hash(reply->weights()));
  for (const NetWeights& weights : {reply->weights(), reply->averaged_weights()}) {
    EXPECT_EQ(weights.tensors.size(), tensor_layout(kSmallNet).size());
    for (const auto& [name, shape] : tensor_layout(kSmallNet))
      EXPECT_EQ(weights.tensors.at(name).shape, shape) << name;
  }
}

TEST(TrainingHeads, AreNotThereWithoutAWeight) {
  EXPECT_EQ(hash_after(2, {.head_seed = 1}), hash_after(2, {.head_seed = 2}));
  EXPECT_NE(hash_after(2, {.later_weight = 0.5, .head_seed = 1}),
            hash_after(2, {.later_weight = 0.5, .head_seed = 2}));
  const StepLosses losses = trainer_with({})->step(TestBatch(32, 1).view(), 1e-3);
  EXPECT_FALSE(losses.reply || losses.later);
}

TEST(TrainingHeads, LearnRepliesAndLaterBoards) {
  const TestBatch batch(32, 7);
  const auto trainer = trainer_with({.slices = 2, .reply_weight = 1, .later_weight = 1});
  const StepLosses first = trainer->step(batch.view_with_heads(), 1e-2);
  EXPECT_NEAR(*first.reply, std::log(252.0), 0.5);
  EXPECT_NEAR(*first.later, std::log(17.0), 0.5);
  StepLosses last;
  for (int i = 0; i < 100; ++i) last = trainer->step(batch.view_with_heads(), 1e-2);
  EXPECT_LT(*last.reply, 0.7 * *first.reply);
  EXPECT_LT(*last.later, 0.2 * *first.later);
}

TEST(TrainingHeads, GiveTheSameWeightsAtAnyNumberOfThreads) {
  for (const bool bfloat16 : {true, false}) {
    TrainerConfig config{.slices = 4, .bfloat16 = bfloat16, .reply_weight = 0.5, .later_weight = 1};
    const std::uint64_t one = hash_after(4, config);
    config.threads = 3;
    EXPECT_EQ(hash_after(4, config), one);
  }
}

}  // namespace
}  // namespace jungle
