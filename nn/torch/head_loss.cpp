// The losses of the heads of training: one class each among many.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "core/util/check.hpp"
#include "nn/torch/loss.hpp"

namespace jungle {
namespace {

// -log softmax(logits)[target]. The gradient is scale * (softmax - one at the target).
double cross_entropy(std::span<const float> logits, std::size_t target, float scale,
                     std::span<float> gradient) {
  float highest = logits[0];
  for (const float logit : logits) highest = std::max(highest, logit);
  float sum = 0;
  for (std::size_t i = 0; i < logits.size(); ++i) {
    gradient[i] = std::exp(logits[i] - highest);
    sum += gradient[i];
  }
  const float factor = scale / sum;
  for (float& value : gradient) value *= factor;
  gradient[target] -= scale;
  return std::log(double{sum}) - (double{logits[target]} - double{highest});
}

}  // namespace

HeadLoss reply_loss(std::span<const float> logits, const TrainBatch& targets, double share,
                    std::span<float> gradient) {
  JUNGLE_CHECK(targets.reply.size() == targets.weight.size() &&
               logits.size() == targets.reply.size() * kPolicySize && gradient.size() == logits.size());
  HeadLoss sum;
  for (std::size_t n = 0; n < targets.reply.size(); ++n) {
    const auto row = gradient.subspan(n * kPolicySize, kPolicySize);
    if (targets.reply[n] == kNoReply) {
      std::ranges::fill(row, 0.0F);
      continue;
    }
    const double weight = targets.weight[n];
    const double loss =
        cross_entropy(logits.subspan(n * kPolicySize, kPolicySize),
                      static_cast<std::size_t>(targets.reply[n]), static_cast<float>(share * weight), row);
    sum.loss += weight * loss;
    sum.weight += weight;
  }
  return sum;
}

HeadLoss later_loss(std::span<const float> logits, const TrainBatch& targets, double share,
                    std::span<float> gradient) {
  constexpr auto kWidth = static_cast<std::size_t>(kSquareContents);
  constexpr auto kBoard = static_cast<std::size_t>(kSquares);
  JUNGLE_CHECK(targets.later_board.size() == targets.weight.size() * kBoard &&
               logits.size() == targets.later_board.size() * kWidth && gradient.size() == logits.size());
  HeadLoss sum;
  for (std::size_t n = 0; n < targets.weight.size(); ++n) {
    const auto board = targets.later_board.subspan(n * kBoard, kBoard);
    if (board[0] == kUnknownSquare) {
      std::ranges::fill(gradient.subspan(n * kBoard * kWidth, kBoard * kWidth), 0.0F);
      continue;
    }
    const double weight = targets.weight[n];
    const auto scale = static_cast<float>(share * weight / kSquares);
    double loss = 0;
    for (std::size_t square = 0; square < kBoard; ++square) {
      const std::size_t at = (n * kBoard + square) * kWidth;
      loss += cross_entropy(logits.subspan(at, kWidth), board[square], scale, gradient.subspan(at, kWidth));
    }
    sum.loss += weight * loss / kSquares;
    sum.weight += weight;
  }
  return sum;
}

}  // namespace jungle
