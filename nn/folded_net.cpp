#include "nn/folded_net.hpp"

#include <cmath>

namespace jungle {
namespace {

FoldedConvolution fold(const NetWeights& weights, const std::string& convolution,
                       const std::string& batch_norm) {
  const auto values = [&weights](const std::string& name) -> const std::vector<float>& {
    return weights.tensors.at(name).data;
  };
  const Tensor& kernel = weights.tensors.at(convolution + ".weight");
  const auto& gamma = values(batch_norm + ".weight");
  const auto& beta = values(batch_norm + ".bias");
  const auto& mean = values(batch_norm + ".running_mean");
  const auto& variance = values(batch_norm + ".running_var");
  FoldedConvolution folded{.in = static_cast<int>(kernel.shape[1]),
                           .out = static_cast<int>(kernel.shape[0]),
                           .kernel = static_cast<int>(kernel.shape[2]),
                           .weights = kernel.data,
                           .bias = {}};
  const std::size_t fan_in = kernel.data.size() / gamma.size();
  for (std::size_t channel = 0; channel < gamma.size(); ++channel) {
    const double scale =
        gamma[channel] / std::sqrt(static_cast<double>(variance[channel]) + kBatchNormEpsilon);
    for (std::size_t i = channel * fan_in; i < (channel + 1) * fan_in; ++i) {
      folded.weights[i] = static_cast<float>(folded.weights[i] * scale);
    }
    folded.bias.push_back(static_cast<float>(beta[channel] - mean[channel] * scale));
  }
  return folded;
}

}  // namespace

FoldedNet fold(const NetWeights& weights) {
  FoldedNet net{.config = weights.config, .tower = {}, .head = {}};
  net.tower.push_back(fold(weights, "stem.conv", "stem.bn"));
  for (int block = 0; block < weights.config.blocks; ++block) {
    const std::string prefix = "blocks." + std::to_string(block);
    net.tower.push_back(fold(weights, prefix + ".conv1", prefix + ".bn1"));
    net.tower.push_back(fold(weights, prefix + ".conv2", prefix + ".bn2"));
  }
  net.head = fold(weights, "policy.conv", "policy.bn");
  const FoldedConvolution value = fold(weights, "value.conv", "value.bn");
  net.head.out += value.out;
  net.head.weights.insert(net.head.weights.end(), value.weights.begin(), value.weights.end());
  net.head.bias.insert(net.head.bias.end(), value.bias.begin(), value.bias.end());
  return net;
}

}  // namespace jungle
