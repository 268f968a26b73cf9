#pragma once
// The net of nn/weights.hpp as a LibTorch module: parameters and buffers have the names of tensor_layout().
// Thread rule: hostile while training; forward() in eval mode may run on several threads.

#include <cstdint>
#include <map>
#include <string>

#include <torch/nn/modules/batchnorm.h>
#include <torch/nn/modules/container/modulelist.h>
#include <torch/nn/modules/conv.h>

#include "nn/torch/training_heads.hpp"
#include "nn/weights.hpp"

namespace jungle {

struct NetOutputs {
  at::Tensor policy_logits;  // [N, kPolicySize], float
  at::Tensor value;  // [N, 4], float: logits of win, draw, loss for the side to move, and y of plies left
  // Of the heads of training; undefined without them.
  at::Tensor reply_logits = {};  // [N, kPolicySize], float
  at::Tensor later_logits = {};  // [N, kSquares, kSquareContents], float
};

struct StemImpl : torch::nn::Module {
  explicit StemImpl(const NetConfig& config);
  torch::nn::Conv2d conv;
  torch::nn::BatchNorm2d bn;
};
TORCH_MODULE(Stem);

struct BlockImpl : torch::nn::Module {
  explicit BlockImpl(const NetConfig& config);
  torch::nn::Conv2d conv1, conv2;
  torch::nn::BatchNorm2d bn1, bn2;
};
TORCH_MODULE(Block);

// So many outputs a square, each from the features of that square: the policy, and the heads of training.
struct SquareHeadImpl : torch::nn::Module {
  SquareHeadImpl(const NetConfig& config, std::int64_t outputs);
  torch::nn::Conv2d conv, out;
  torch::nn::BatchNorm2d bn;
};
TORCH_MODULE(SquareHead);

struct ValueHeadImpl : torch::nn::Module {
  explicit ValueHeadImpl(const NetConfig& config);
  torch::nn::Conv2d conv, hidden, out;
  torch::nn::BatchNorm2d bn;
};
TORCH_MODULE(ValueHead);

class NetImpl : public torch::nn::Module {
 public:
  explicit NetImpl(const NetConfig& config, TrainingHeads heads = {});

  // planes: [N, kPlanes, 9, 7]. Plain LibTorch operations, on any device, in train or eval mode.
  NetOutputs forward(const at::Tensor& planes);

  // For training on the CPU: the trunk in the type of `planes` (float or bfloat16, channels-last), the last
  // layers of the heads in float. Each batch norm's running_mean and running_var are overwritten with the
  // moments (biased) of this batch, not averaged.
  NetOutputs forward_fused(const at::Tensor& planes);

  const NetConfig& config() const { return config_; }

 private:
  template <typename Layer>
  NetOutputs run(const at::Tensor& planes, const Layer& layer);

  NetConfig config_;
  Stem stem_;
  torch::nn::ModuleList blocks_;
  SquareHead policy_;
  ValueHead value_;
  SquareHead reply_{nullptr};
  SquareHead later_{nullptr};
};
TORCH_MODULE(Net);

// Precondition: `weights` has the net's layout.
void import_weights(NetImpl& net, const NetWeights& weights);
// Precondition: `heads` has those of the net (training_heads.hpp).
void import_heads(NetImpl& net, const std::map<std::string, Tensor>& heads);
// Without metadata.
NetWeights export_weights(const NetImpl& net);

// Planes as they lie in memory, [N][63][kPlanes], seen as [N, kPlanes, 9, 7], without a copy: `planes` must
// outlive the tensor.
at::Tensor planes_tensor(const float* planes, std::int64_t positions);

}  // namespace jungle
