#pragma once
// The net as inference runs it: batch norms folded into the convolutions before them, and both heads' first
// convolutions as one.

#include <vector>

#include "nn/weights.hpp"

namespace jungle {

struct FoldedConvolution {
  int in = 0;
  int out = 0;
  int kernel = 0;              // 3 (padded by one) or 1
  std::vector<float> weights;  // [out][in][kernel][kernel]
  std::vector<float> bias;     // [out]
};

struct FoldedNet {
  NetConfig config;
  std::vector<FoldedConvolution> tower;  // the stem, then two a block
  FoldedConvolution head;                // 1x1: the policy's channels, then the value's
};

// w' = w * gamma / sqrt(variance + epsilon), b' = beta - mean * gamma / sqrt(variance + epsilon).
FoldedNet fold(const NetWeights& weights);

}  // namespace jungle
