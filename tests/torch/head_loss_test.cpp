#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>
#include <torch/autograd.h>
#include <torch/types.h>

#include "core/util/random.hpp"
#include "nn/torch/loss.hpp"
#include "test_batch.hpp"

namespace jungle {
namespace {

constexpr std::int64_t kCount = 16;
constexpr auto kReplySize = static_cast<std::size_t>(kCount * kPolicySize);
constexpr auto kLaterSize = static_cast<std::size_t>(kCount * kSquares * kSquareContents);

struct HeadLossTest : testing::Test {
  HeadLossTest() {
    Rng rng({5});
    for (float& weight : batch.weight) weight = static_cast<float>(2 * rng.uniform());
  }

  static std::vector<float> random_logits(std::size_t size) {
    Rng rng({size});
    std::vector<float> logits(size);
    for (float& logit : logits) logit = static_cast<float>(2 * rng.normal());
    return logits;
  }
  static at::Tensor tensor(std::vector<float>& data, at::IntArrayRef shape) {
    return torch::from_blob(data.data(), shape);
  }
  at::Tensor weights() { return tensor(batch.weight, {kCount}); }

  test::TestBatch batch{static_cast<int>(kCount), 3};
};

TEST_F(HeadLossTest, OfAnIgnorantNetIsTheLogarithmOfTheChoices) {
  std::vector<float> logits(kReplySize, 7.0F), squares(kLaterSize, -3.0F), gradient(kLaterSize);
  const HeadLoss reply =
      reply_loss(logits, batch.view_with_heads(), 1, std::span(gradient).first(kReplySize));
  EXPECT_NEAR(reply.loss / reply.weight, std::log(252.0), 1e-5);
  const HeadLoss later = later_loss(squares, batch.view_with_heads(), 1, gradient);
  EXPECT_NEAR(later.loss / later.weight, std::log(17.0), 1e-5);
}

// The same in LibTorch's operations, differentiated by LibTorch.
TEST_F(HeadLossTest, OfTheReplyHasTheGradientOfItsFormula) {
  std::vector<float> logits = random_logits(kReplySize), gradient(kReplySize);
  const HeadLoss loss = reply_loss(logits, batch.view_with_heads(), 0.25, gradient);
  const at::Tensor x = tensor(logits, {kCount, kPolicySize}).clone().requires_grad_();
  const at::Tensor target = torch::from_blob(batch.reply.data(), {kCount}, torch::kShort).to(torch::kLong);
  const at::Tensor expected =
      (at::cross_entropy_loss(x, target, {}, at::Reduction::None, kNoReply) * weights()).sum();
  (0.25 * expected).backward();
  EXPECT_NEAR(loss.loss, expected.item<double>(), 1e-3);
  EXPECT_LT((x.grad() - tensor(gradient, {kCount, kPolicySize})).abs().max().item<double>(), 1e-6);
}

TEST_F(HeadLossTest, OfTheLaterBoardHasTheGradientOfItsFormula) {
  std::vector<float> logits = random_logits(kLaterSize), gradient(kLaterSize);
  const HeadLoss loss = later_loss(logits, batch.view_with_heads(), 4, gradient);
  const std::vector<std::int64_t> shape = {kCount, kSquares, kSquareContents};
  const at::Tensor x = tensor(logits, shape).clone().requires_grad_();
  const at::Tensor target =
      torch::from_blob(batch.later_board.data(), {kCount, kSquares}, torch::kByte).to(torch::kLong);
  const at::Tensor squares =
      at::cross_entropy_loss(x.permute({0, 2, 1}), target, {}, at::Reduction::None, kUnknownSquare);
  const at::Tensor expected = (squares.mean(1) * weights()).sum();
  (4 * expected).backward();
  EXPECT_NEAR(loss.loss, expected.item<double>(), 1e-3);
  EXPECT_LT((x.grad() - tensor(gradient, shape)).abs().max().item<double>(), 1e-6);
}

TEST_F(HeadLossTest, WhatIsNotKnownTeachesNothing) {
  std::ranges::fill(batch.reply, kNoReply);
  std::ranges::fill(batch.later_board, kUnknownSquare);
  std::vector<float> logits = random_logits(kLaterSize), gradient(kLaterSize, 1.0F);
  const HeadLoss later = later_loss(logits, batch.view_with_heads(), 1, gradient);
  EXPECT_EQ(later.weight, 0);
  EXPECT_EQ(later.loss, 0);
  EXPECT_TRUE(std::ranges::all_of(gradient, [](float g) { return g == 0; }));
  std::ranges::fill(gradient, 1.0F);
  const auto reply_part = std::span(gradient).first(kReplySize);
  const HeadLoss reply =
      reply_loss(std::span(logits).first(kReplySize), batch.view_with_heads(), 1, reply_part);
  EXPECT_EQ(reply.weight, 0);
  EXPECT_TRUE(std::ranges::all_of(reply_part, [](float g) { return g == 0; }));
}

TEST_F(HeadLossTest, OfOutputsThatAreNotNumbersIsNone) {
  std::vector<float> logits = random_logits(kLaterSize), gradient(kLaterSize);
  logits[3] = NAN;
  EXPECT_TRUE(std::isnan(later_loss(logits, batch.view_with_heads(), 1, gradient).loss));
  EXPECT_TRUE(std::isnan(reply_loss(std::span(logits).first(kReplySize), batch.view_with_heads(), 1,
                                    std::span(gradient).first(kReplySize))
                             .loss));
}

}  // namespace
}  // namespace jungle
