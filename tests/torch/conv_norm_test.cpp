#include "nn/torch/conv_norm.hpp"

#include <gtest/gtest.h>
#include <torch/autograd.h>
#include <torch/types.h>
#include <torch/utils.h>

#include "nn/weights.hpp"
#include "nn/winograd/instruction_limit.hpp"

namespace jungle {
namespace {

struct Layer {
  at::Tensor input, weight, gamma, beta, skip;  // leaves

  std::vector<at::Tensor> leaves() const {
    std::vector<at::Tensor> all{input, weight, gamma, beta};
    if (skip.defined()) all.push_back(skip);
    return all;
  }
};

Layer make_layer(std::int64_t in, std::int64_t out, std::int64_t kernel, bool with_skip,
                 at::ScalarType type) {
  torch::manual_seed(static_cast<std::uint64_t>(in * 100 + out));
  const auto leaf = [&](at::Tensor tensor) {
    if (tensor.dim() == 4) tensor = tensor.contiguous(at::MemoryFormat::ChannelsLast);
    return tensor.detach().requires_grad_();
  };
  return {.input = leaf((torch::randn({5, in, 9, 7}) + 1).to(type)),
          .weight = leaf(torch::randn({out, in, kernel, kernel}) * 0.2),
          .gamma = leaf(torch::rand({out}) + 0.5),
          .beta = leaf(torch::randn({out}) * 0.3),
          .skip = with_skip ? leaf(torch::randn({5, out, 9, 7}).to(type)) : at::Tensor()};
}

// The same with LibTorch's separate operations, in float.
at::Tensor separate_operations(const Layer& layer) {
  const at::Tensor convolved =
      at::conv2d(layer.input.to(at::kFloat), layer.weight, {}, 1, layer.weight.size(2) / 2);
  const at::Tensor normed =
      at::batch_norm(convolved, layer.gamma, layer.beta, {}, {}, true, 0.1, kBatchNormEpsilon, false);
  return (layer.skip.defined() ? normed + layer.skip.to(at::kFloat) : normed).relu();
}

double relative_difference(const at::Tensor& value, const at::Tensor& expected) {
  return ((value.to(at::kFloat) - expected.to(at::kFloat)).norm() / expected.to(at::kFloat).norm())
      .item<double>();
}

void expect_same_output_and_gradients(const Layer& layer, double tolerance) {
  const std::int64_t out = layer.gamma.numel();
  const at::Tensor mean = torch::zeros({out}), variance = torch::zeros({out});
  const at::Tensor fused =
      conv_norm_relu(layer.input, {layer.weight, layer.gamma, layer.beta, mean, variance}, layer.skip);
  const at::Tensor expected = separate_operations(layer);
  EXPECT_LT(relative_difference(fused, expected), tolerance);

  const at::Tensor direction = torch::randn_like(expected);
  const auto ours = torch::autograd::grad({(fused.to(at::kFloat) * direction).sum()}, layer.leaves());
  const auto theirs = torch::autograd::grad({(expected * direction).sum()}, layer.leaves());
  for (std::size_t i = 0; i < ours.size(); ++i) {
    EXPECT_LT(relative_difference(ours[i], theirs[i]), tolerance) << "leaf " << i;
  }
}

TEST(ConvNorm, EqualsSeparateOperationsInFloat32) {
  expect_same_output_and_gradients(make_layer(36, 32, 3, false, at::kFloat), 2e-5);
  expect_same_output_and_gradients(make_layer(32, 32, 3, true, at::kFloat), 2e-5);
  expect_same_output_and_gradients(make_layer(32, 8, 1, false, at::kFloat), 2e-5);
}

TEST(ConvNorm, TakesChannelCountsThatFillNoVector) {
  expect_same_output_and_gradients(make_layer(13, 13, 3, true, at::kFloat), 2e-5);
  expect_same_output_and_gradients(make_layer(5, 27, 1, false, at::kFloat), 2e-5);
  expect_same_output_and_gradients(make_layer(8, 1, 1, true, at::kFloat), 2e-5);
}

// Rounding also moves values across ReLU's corner, which switches their gradients: hence the wide tolerance.
TEST(ConvNorm, EqualsSeparateOperationsUpToBfloat16) {
  if (__builtin_cpu_supports("avx512bf16") == 0 || !instruction_set_limit().empty()) return;
  expect_same_output_and_gradients(make_layer(36, 32, 3, false, at::kBFloat16), 0.1);
  expect_same_output_and_gradients(make_layer(32, 32, 3, true, at::kBFloat16), 0.1);
}

TEST(ConvNorm, EqualsSeparateOperationsAtEveryWidthOfOurConvolutions) {
  for (const std::int64_t channels : {16, 48, 64, 80, 128})
    expect_same_output_and_gradients(make_layer(channels, channels, 3, true, at::kFloat), 2e-5);
}

TEST(ConvNorm, WritesTheMomentsOfTheBatch) {
  const Layer layer = make_layer(8, 24, 3, false, at::kFloat);
  const at::Tensor mean = torch::zeros({24}), variance = torch::zeros({24});
  conv_norm_relu(layer.input, {layer.weight, layer.gamma, layer.beta, mean, variance}, {});
  const at::Tensor convolved = at::conv2d(layer.input, layer.weight, {}, 1, 1);
  EXPECT_LT(relative_difference(mean, convolved.mean({0, 2, 3})), 1e-5);
  EXPECT_LT(relative_difference(variance, convolved.var({0, 2, 3}, false)), 1e-5);
}

TEST(ConvNorm, LetsNotANumberThrough) {
  const Layer layer = make_layer(8, 16, 3, false, at::kFloat);
  const torch::NoGradGuard no_grad;
  layer.weight[0][0][0][0] = NAN;
  const at::Tensor mean = torch::zeros({16}), variance = torch::zeros({16});
  const at::Tensor output =
      conv_norm_relu(layer.input, {layer.weight, layer.gamma, layer.beta, mean, variance}, {});
  EXPECT_TRUE(output.isnan().any().item<bool>());
}

}  // namespace
}  // namespace jungle
