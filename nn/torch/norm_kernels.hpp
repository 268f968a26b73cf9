#pragma once
// Batch normalisation, ReLU and the skip connection of a residual block as two passes forward and two passes
// backward over memory. LibTorch runs the same as six to eight operations with a tensor each: a third of the
// time of the convolutions (c32b4 in bfloat16 on Zen 5), these a tenth. Formulae: Ioffe & Szegedy 2015
// (https://arxiv.org/abs/1502.03167), biased variance inside a batch.
//
// Data is channels-last: [rows][channels], a row being one square of one position. Elements are float or
// Bfloat16, sums are float. Every sum has one fixed order, so results don't depend on who computes. Thread
// rule: compatible.

#include <cstdint>
#include <span>

#include "nn/bfloat16.hpp"

namespace jungle {

// Statistics of one batch, by channel. The variance is biased: divided by the number of rows.
template <typename Element>
void batch_moments(const Element* x, std::int64_t rows, std::span<float> mean, std::span<float> variance);

// y = relu(x * scale + shift + skip), scale and shift by channel; skip may be null. NaN stays NaN.
template <typename Element>
void scale_shift_relu(const Element* x, std::span<const float> scale, std::span<const float> shift,
                      const Element* skip, std::int64_t rows, Element* y);

// The gradients of y = relu(gamma * (x - mean) / sqrt(variance + epsilon) + beta + skip), through mean and
// variance too.
template <typename Element>
struct NormReluGradients {
  const Element* x;
  const Element* y;  // tells where ReLU was open
  const Element* dy;
  std::span<const float> mean;
  std::span<const float> variance;
  std::span<const float> gamma;
  float epsilon;
  Element* dx;     // written, like all below
  Element* dskip;  // null without a skip connection
  std::span<float> dgamma;
  std::span<float> dbeta;
};
template <typename Element>
void norm_relu_backward(const NormReluGradients<Element>& tensors, std::int64_t rows);

}  // namespace jungle
