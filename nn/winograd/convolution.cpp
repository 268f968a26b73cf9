#include "nn/winograd/convolution.hpp"

#include <algorithm>

namespace jungle::winograd {
namespace {

std::size_t chunk_that_fits_the_cache(std::size_t channels) {
  constexpr std::size_t kCacheBytes = 384 << 10;  // of the points, beside those of gradients and filters
  return std::clamp<std::size_t>(kCacheBytes / (kPoints * kTiles * channels * sizeof(float)), 1, 32);
}

// [out][tap][in] to [in][tap][out], in blocks that lie in the first-level cache.
void transpose(const float* filter, std::size_t channels, float* transposed) {
  constexpr std::size_t kBlock = kChannelGroup;
  for (std::size_t tap = 0; tap < kTaps; ++tap)
    for (std::size_t out = 0; out < channels; out += kBlock)
      for (std::size_t in = 0; in < channels; in += kBlock)
        for (std::size_t i = 0; i < kBlock; ++i)
          for (std::size_t j = 0; j < kBlock; ++j)
            transposed[((in + i) * kTaps + tap) * channels + out + j] =
                filter[((out + j) * kTaps + tap) * channels + in + i];
}

}  // namespace

Convolution::Convolution(std::size_t channels, const Kernels& kernels)
    : kernels_(kernels),
      channels_(channels),
      chunk_(chunk_that_fits_the_cache(channels)),
      filter_(kTaps * channels * channels),
      weights_(kPoints * filter_stride(channels)),
      sums_(kPoints * filter_stride(channels)),
      points_(kPoints * point_stride(chunk_ * kTiles, channels)),
      gradients_(kPoints * point_stride(chunk_ * kTiles, channels)) {}

void Convolution::forward(const float* images, std::size_t positions, const float* filter, float* outputs) {
  transpose(filter, channels_, filter_.data());
  kernels_.filter_to_points(filter_.data(), channels_, weights_.data());
  const std::size_t size = kSquares * channels_;
  for (std::size_t first = 0; first < positions; first += chunk_) {
    const std::size_t count = std::min(chunk_, positions - first);
    kernels_.to_points(images + first * size, count, channels_, points_.data());
    kernels_.multiply_points(points_.data(), count * kTiles, channels_, weights_.data());
    kernels_.gradient.from_points(points_.data(), count, channels_, outputs + first * size);
  }
}

void Convolution::backward(const float* images, const float* output_gradients, std::size_t positions,
                           const float* filter, float* image_gradients, float* filter_gradient) {
  std::copy_n(filter, filter_.size(), filter_.data());  // aligned
  kernels_.filter_to_points(filter_.data(), channels_, weights_.data());
  std::ranges::fill(sums_.span(), 0.0F);
  const std::size_t size = kSquares * channels_;
  for (std::size_t first = 0; first < positions; first += chunk_) {
    const std::size_t count = std::min(chunk_, positions - first);
    const std::size_t rows = count * kTiles;
    kernels_.to_points(images + first * size, count, channels_, points_.data());
    kernels_.gradient.gradient_to_points(output_gradients + first * size, count, channels_,
                                         gradients_.data());
    kernels_.gradient.add_products(gradients_.data(), points_.data(), rows, channels_, sums_.data());
    kernels_.multiply_points(gradients_.data(), rows, channels_, weights_.data());
    kernels_.gradient.gradient_from_points(gradients_.data(), count, channels_,
                                           image_gradients + first * size);
  }
  kernels_.gradient.filter_from_points(sums_.data(), channels_, filter_.data());
  std::copy_n(filter_.data(), filter_.size(), filter_gradient);
}

}  // namespace jungle::winograd
