// Saving and loading, through the trainer: what the learning loop relies on.

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "core/util/file.hpp"
#include "nn/torch/torch_trainer.hpp"
#include "test_batch.hpp"

namespace jungle {
namespace {

using test::kSmallNet;
using test::TestBatch;

std::unique_ptr<Trainer> make_trainer(const NetConfig& net, std::uint64_t seed) {
  return make_torch_trainer(random_weights(net, seed), {.batch_size = 16, .slices = 2});
}

std::unique_ptr<Trainer> make_trainer_with_heads(std::uint64_t seed, double later_weight = 0.5) {
  return make_torch_trainer(
      random_weights(kSmallNet, seed),
      {.batch_size = 16, .slices = 2, .reply_weight = 0.5, .later_weight = later_weight, .head_seed = seed});
}

struct TrainerStateTest : testing::Test {
  void SetUp() override {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    folder = std::filesystem::path(testing::TempDir()) / (std::string("trainer_state_") + test->name());
    std::filesystem::create_directories(folder);
  }
  void TearDown() override { std::filesystem::remove_all(folder); }

  std::filesystem::path folder;
};

// Each refusal is one line that names the file, and leaves the trainer as it was.
void expect_refusal(const std::filesystem::path& path, const std::string& reason) {
  const auto trainer = make_trainer(kSmallNet, 1);
  const std::uint64_t before = weights_hash(trainer->weights());
  const Status status = trainer->load(path);
  ASSERT_FALSE(status);
  EXPECT_TRUE(status.error().starts_with(path.string() + ": ")) << status.error();
  EXPECT_NE(status.error().find(reason), std::string::npos) << status.error();
  EXPECT_EQ(status.error().find('\n'), std::string::npos) << status.error();
  EXPECT_EQ(weights_hash(trainer->weights()), before);
}

TEST_F(TrainerStateTest, AStepAfterLoadEqualsTheUnbrokenOneBitForBit) {
  const auto path = folder / "state.pt";
  const auto unbroken = make_trainer(kSmallNet, 1);
  for (std::uint64_t i = 0; i < 3; ++i) unbroken->step(TestBatch(16, i).view(), 2e-3);
  unbroken->save(path);
  const auto resumed = make_trainer(kSmallNet, 99);
  const Status status = resumed->load(path);
  ASSERT_TRUE(status) << status.error();
  EXPECT_EQ(resumed->steps_done(), 3);
  for (std::uint64_t i = 3; i < 6; ++i) {
    const StepLosses expected = unbroken->step(TestBatch(16, i).view(), 1e-3);
    const StepLosses losses = resumed->step(TestBatch(16, i).view(), 1e-3);
    EXPECT_EQ(losses.policy, expected.policy);
    EXPECT_EQ(weights_hash(resumed->weights()), weights_hash(unbroken->weights()));
    EXPECT_EQ(weights_hash(resumed->averaged_weights()), weights_hash(unbroken->averaged_weights()));
  }
  EXPECT_FALSE(std::filesystem::exists(temporary_name(path)));
}

TEST_F(TrainerStateTest, TheHeadsOfTrainingGoOnBitForBitToo) {
  const auto path = folder / "state.pt";
  const auto unbroken = make_trainer_with_heads(1);
  for (std::uint64_t i = 0; i < 3; ++i) unbroken->step(TestBatch(16, i).view_with_heads(), 2e-3);
  unbroken->save(path);
  const auto resumed = make_trainer_with_heads(99);
  const Status status = resumed->load(path);
  ASSERT_TRUE(status) << status.error();
  for (std::uint64_t i = 3; i < 6; ++i) {
    const StepLosses expected = unbroken->step(TestBatch(16, i).view_with_heads(), 1e-3);
    const StepLosses losses = resumed->step(TestBatch(16, i).view_with_heads(), 1e-3);
    EXPECT_EQ(losses.reply, expected.reply);
    EXPECT_EQ(losses.later, expected.later);
    EXPECT_EQ(weights_hash(resumed->averaged_weights()), weights_hash(unbroken->averaged_weights()));
  }
}

TEST_F(TrainerStateTest, RefusesTheStateWithOtherHeadsOfTraining) {
  const auto path = folder / "state.pt";
  make_trainer_with_heads(1)->save(path);
  expect_refusal(path, "has the training heads 'reply later', expected ''");
  make_trainer(kSmallNet, 1)->save(path);
  const Status status = make_trainer_with_heads(1, 0)->load(path);
  ASSERT_FALSE(status);
  EXPECT_NE(status.error().find("has the training heads '', expected 'reply'"), std::string::npos)
      << status.error();
}

TEST_F(TrainerStateTest, SavingDoesNotDisturbTraining) {
  const auto saved = make_trainer(kSmallNet, 1), undisturbed = make_trainer(kSmallNet, 1);
  for (std::uint64_t i = 0; i < 3; ++i) {
    saved->step(TestBatch(16, i).view(), 2e-3);
    saved->save(folder / "state.pt");
    undisturbed->step(TestBatch(16, i).view(), 2e-3);
  }
  EXPECT_EQ(weights_hash(saved->weights()), weights_hash(undisturbed->weights()));
}

TEST_F(TrainerStateTest, RefusesAMissingFile) {
  expect_refusal(folder / "none.pt", "no such trainer state file");
}

TEST_F(TrainerStateTest, RefusesAForeignFile) {
  std::ofstream(folder / "text.pt") << "hello";
  expect_refusal(folder / "text.pt", "not a trainer state file");
}

TEST_F(TrainerStateTest, RefusesAFileCutShortAnywhere) {
  const auto path = folder / "state.pt";
  make_trainer(kSmallNet, 1)->save(path);
  const auto size = std::filesystem::file_size(path);
  for (const auto kept : {size - 1, size / 2, size / 10, std::uintmax_t{0}}) {
    std::filesystem::resize_file(path, kept);
    expect_refusal(path, "not a trainer state file");
  }
}

TEST_F(TrainerStateTest, RefusesTheStateOfAnotherNet) {
  const auto path = folder / "state.pt";
  make_trainer({.channels = 16, .blocks = 1}, 1)->save(path);
  expect_refusal(path, "is the state of a c16b1 net, expected c16b2v4h16");
}

}  // namespace
}  // namespace jungle
