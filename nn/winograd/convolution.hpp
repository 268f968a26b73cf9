#pragma once
// A 3 x 3 convolution of boards with its gradients, for training: images [position][square][channel], as many
// channels out as in, filters [out][row][column][in] as LibTorch's channels-last tensors lie. Float32; a
// third of the products of a direct convolution in each of the three passes.
//
//   Convolution convolution(64);
//   convolution.forward(images, positions, filter, outputs);
//   convolution.backward(images, output_gradients, positions, filter, image_gradients, filter_gradient);
//
// Images are aligned to 64 bytes. Sums have a fixed order. Thread rule: hostile (it owns its scratch memory).

#include <cstddef>

#include "core/util/aligned_floats.hpp"
#include "nn/winograd/kernels.hpp"

namespace jungle::winograd {

class Convolution {
 public:
  static constexpr bool takes(std::size_t channels_in, std::size_t channels_out) {
    return channels_in == channels_out && channels_in % kChannelGroup == 0 && channels_in <= kMostChannels;
  }

  explicit Convolution(std::size_t channels,
                       const Kernels& kernels = best_kernels());  // takes(channels, channels)

  std::size_t channels() const { return channels_; }

  void forward(const float* images, std::size_t positions, const float* filter, float* outputs);
  // Writes both gradients.
  void backward(const float* images, const float* output_gradients, std::size_t positions,
                const float* filter, float* image_gradients, float* filter_gradient);

 private:
  const Kernels& kernels_;
  std::size_t channels_;
  std::size_t chunk_;        // positions whose points lie in the second-level cache
  AlignedFloats filter_;     // a filter, the rows it is multiplied by first
  AlignedFloats weights_;    // its points, packed
  AlignedFloats sums_;       // gradients by a filter's points
  AlignedFloats points_;     // of a chunk of images
  AlignedFloats gradients_;  // of a chunk of gradients
};

}  // namespace jungle::winograd
