#pragma once
// The layer the trunk is made of, for training: relu(batch_norm(conv(input)) + skip) as one node of the
// autograd graph. 3 x 3 convolutions in float32 with as many channels out as in are ours
// (nn/winograd/convolution.hpp), the others LibTorch's (oneDNN); the rest is norm_kernels. Results equal
// those of the separate operations up to rounding.

#include <ATen/core/Tensor.h>

namespace jungle {

struct ConvNormParameters {
  at::Tensor weight;    // [out, in, 3 or 1, 3 or 1], float; cast to the input's type
  at::Tensor gamma;     // [out], float
  at::Tensor beta;      // [out], float
  at::Tensor mean;      // [out], float: written, the batch's mean; not part of the graph
  at::Tensor variance;  // [out], float: written, the batch's biased variance
};

// input: [N, in, 9, 7], channels-last, float or bfloat16. skip: like the result, or undefined. Runs on the
// CPU.
at::Tensor conv_norm_relu(const at::Tensor& input, const ConvNormParameters& parameters,
                          const at::Tensor& skip);

}  // namespace jungle
