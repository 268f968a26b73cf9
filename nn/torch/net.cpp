#include "nn/torch/net.hpp"

#include <torch/types.h>

#include "core/util/check.hpp"
#include "nn/encoding.hpp"
#include "nn/torch/conv_norm.hpp"
#include "nn/trainer.hpp"

namespace jungle {
namespace {

using torch::nn::BatchNorm2dImpl;
using torch::nn::Conv2dImpl;

constexpr std::int64_t kPolicyOutputs = kPolicySize / kSquares;  // outputs of a policy on a square

enum class Bias { kNo, kYes };

// A 3 x 3 convolution keeps the board's size; the others see one square or the whole board.
torch::nn::Conv2dOptions conv_options(std::int64_t in, std::int64_t out, torch::ExpandingArray<2> kernel,
                                      Bias bias) {
  return torch::nn::Conv2dOptions(in, out, kernel)
      .padding(kernel->at(0) == 3 ? 1 : 0)
      .bias(bias == Bias::kYes);
}

torch::nn::BatchNorm2dOptions norm_options(std::int64_t channels) {
  return torch::nn::BatchNorm2dOptions(channels).eps(kBatchNormEpsilon);
}

// The tensor of that name, whether the module calls it a parameter or a buffer.
at::Tensor tensor_named(const NetImpl& net, const std::string& name) {
  const auto parameters = net.named_parameters();
  if (const at::Tensor* parameter = parameters.find(name)) return *parameter;
  const auto buffers = net.named_buffers();
  const at::Tensor* buffer = buffers.find(name);
  JUNGLE_CHECK(buffer != nullptr);
  return *buffer;
}

void import_tensor(const NetImpl& net, const std::string& name, const Tensor& source) {
  const at::Tensor target = tensor_named(net, name);
  JUNGLE_CHECK(target.sizes() == c10::IntArrayRef(source.shape));
  target.copy_(torch::from_blob(const_cast<float*>(source.data.data()), source.shape));
}

}  // namespace

StemImpl::StemImpl(const NetConfig& config)
    : conv(register_module("conv", torch::nn::Conv2d(conv_options(kPlanes, config.channels, 3, Bias::kNo)))),
      bn(register_module("bn", torch::nn::BatchNorm2d(norm_options(config.channels)))) {}

BlockImpl::BlockImpl(const NetConfig& config)
    : conv1(register_module("conv1",
                            torch::nn::Conv2d(conv_options(config.channels, config.channels, 3, Bias::kNo)))),
      conv2(register_module("conv2",
                            torch::nn::Conv2d(conv_options(config.channels, config.channels, 3, Bias::kNo)))),
      bn1(register_module("bn1", torch::nn::BatchNorm2d(norm_options(config.channels)))),
      bn2(register_module("bn2", torch::nn::BatchNorm2d(norm_options(config.channels)))) {}

SquareHeadImpl::SquareHeadImpl(const NetConfig& config, std::int64_t outputs)
    : conv(register_module("conv",
                           torch::nn::Conv2d(conv_options(config.channels, config.channels, 1, Bias::kNo)))),
      out(register_module("out", torch::nn::Conv2d(conv_options(config.channels, outputs, 1, Bias::kYes)))),
      bn(register_module("bn", torch::nn::BatchNorm2d(norm_options(config.channels)))) {}

ValueHeadImpl::ValueHeadImpl(const NetConfig& config)
    : conv(register_module(
          "conv", torch::nn::Conv2d(conv_options(config.channels, config.value_channels, 1, Bias::kNo)))),
      hidden(
          register_module("hidden", torch::nn::Conv2d(conv_options(config.value_channels, config.value_hidden,
                                                                   {kRows, kColumns}, Bias::kYes)))),
      out(register_module("out", torch::nn::Conv2d(conv_options(config.value_hidden, 4, 1, Bias::kYes)))),
      bn(register_module("bn", torch::nn::BatchNorm2d(norm_options(config.value_channels)))) {}

NetImpl::NetImpl(const NetConfig& config, TrainingHeads heads)
    : config_(config),
      stem_(register_module("stem", Stem(config))),
      blocks_(register_module("blocks", torch::nn::ModuleList())),
      policy_(register_module("policy", SquareHead(config, kPolicyOutputs))),
      value_(register_module("value", ValueHead(config))) {
  for (int i = 0; i < config.blocks; ++i) blocks_->push_back(Block(config));
  if (heads.reply) reply_ = register_module("reply", SquareHead(config, kPolicyOutputs));
  if (heads.later) later_ = register_module("later", SquareHead(config, kSquareContents));
}

template <typename Layer>
NetOutputs NetImpl::run(const at::Tensor& planes, const Layer& layer) {
  const at::Tensor no_skip;
  at::Tensor x = layer(*stem_->conv, *stem_->bn, planes, no_skip);
  for (const auto& module : *blocks_) {
    auto& block = *module->as<BlockImpl>();
    x = layer(*block.conv2, *block.bn2, layer(*block.conv1, *block.bn1, x, no_skip), x);
  }
  // The last layers are float whatever the trunk is: eight bits of fraction would show in priors and values.
  const auto by_square = [&](SquareHeadImpl& head) {  // [N, outputs, 9, 7] -> [N, square, output]
    const at::Tensor features = layer(*head.conv, *head.bn, x, no_skip).to(torch::kFloat);
    return head.out(features).permute({0, 2, 3, 1}).flatten(1, 2);
  };
  const at::Tensor policy = by_square(*policy_).flatten(1);
  const at::Tensor value = layer(*value_->conv, *value_->bn, x, no_skip).to(torch::kFloat);
  NetOutputs outputs{policy, value_->out(value_->hidden(value).relu()).flatten(1)};
  if (reply_) outputs.reply_logits = by_square(*reply_).flatten(1);
  if (later_) outputs.later_logits = by_square(*later_);
  return outputs;
}

NetOutputs NetImpl::forward(const at::Tensor& planes) {
  return run(planes, [](Conv2dImpl& conv, BatchNorm2dImpl& bn, const at::Tensor& x, const at::Tensor& skip) {
    const at::Tensor y = bn.forward(conv.forward(x));
    return (skip.defined() ? y + skip : y).relu();
  });
}

NetOutputs NetImpl::forward_fused(const at::Tensor& planes) {
  return run(planes, [](Conv2dImpl& conv, BatchNorm2dImpl& bn, const at::Tensor& x, const at::Tensor& skip) {
    return conv_norm_relu(x, {conv.weight, bn.weight, bn.bias, bn.running_mean, bn.running_var}, skip);
  });
}

void import_weights(NetImpl& net, const NetWeights& weights) {
  JUNGLE_CHECK(weights.config == net.config());
  const torch::NoGradGuard no_grad;
  for (const auto& [name, shape] : tensor_layout(net.config())) {
    const Tensor& source = weights.tensors.at(name);
    JUNGLE_CHECK(source.shape == shape);
    import_tensor(net, name, source);
  }
}

void import_heads(NetImpl& net, const std::map<std::string, Tensor>& heads) {
  const torch::NoGradGuard no_grad;
  for (const auto& [name, tensor] : heads) import_tensor(net, name, tensor);
}

NetWeights export_weights(const NetImpl& net) {
  NetWeights weights{.config = net.config(), .tensors = {}, .metadata = {}};
  for (const auto& [name, shape] : tensor_layout(net.config())) {
    const at::Tensor source = tensor_named(net, name).detach().to(torch::kCPU).contiguous();
    const float* data = source.data_ptr<float>();
    weights.tensors.emplace(name, Tensor{shape, {data, data + source.numel()}});
  }
  return weights;
}

at::Tensor planes_tensor(const float* planes, std::int64_t positions) {
  return torch::from_blob(const_cast<float*>(planes), {positions, kRows, kColumns, kPlanes})
      .permute({0, 3, 1, 2});
}

}  // namespace jungle
