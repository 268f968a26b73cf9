#pragma once
// All trained numbers of a net as two flat vectors: what the optimiser, the moving average, the reduction of
// gradients and the state file work on. The net's tensors are views of them. The heads of training come last.
//
// Convolution weights lie in the order [out][row][column][in] (LibTorch's channels-last), which the
// convolutions take as it is; tensors of NetWeights are [out][in][row][column].

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "nn/torch/training_heads.hpp"
#include "nn/weights.hpp"

namespace jungle {

struct FlatTensor {
  std::string name;
  std::vector<std::int64_t> shape;  // as in NetWeights
  std::size_t offset = 0;           // into parameters or statistics
  std::size_t size = 0;
};

struct FlatLayout {
  explicit FlatLayout(const NetConfig& config, TrainingHeads heads = {});

  NetConfig config;
  TrainingHeads heads;
  std::vector<FlatTensor> parameters;  // what gradients change
  std::vector<FlatTensor> statistics;  // running means and variances
  std::size_t parameter_count = 0;
  std::size_t statistic_count = 0;
};

struct FlatWeights {
  std::vector<float> parameters;
  std::vector<float> statistics;
  bool operator==(const FlatWeights&) const = default;
};

// Precondition: `tensors` has every tensor of the layout: those of NetWeights, and of the heads.
FlatWeights flatten(const FlatLayout& layout, const std::map<std::string, Tensor>& tensors);
// Without metadata, and without the heads.
NetWeights unflatten(const FlatLayout& layout, const FlatWeights& flat);

}  // namespace jungle
