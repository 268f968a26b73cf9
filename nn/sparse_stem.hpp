#pragma once
// The first convolution, straight from the position: of 36 planes all but the animals are the same on every
// position of a rule set, so their part is computed once, and each animal adds nine vectors. A tenth of the
// work of a dense convolution, and no planes are written.
//
// Thread rule: hostile (it remembers rule sets).

#include <array>
#include <span>
#include <vector>

#include "core/util/aligned_floats.hpp"
#include "nn/encoding.hpp"
#include "nn/folded_net.hpp"

namespace jungle {

class SparseStem {
 public:
  // `channels`: those of an image, stem.out and zeros after them.
  SparseStem(const FoldedConvolution& stem, std::size_t channels);

  // image[square][channel] = relu(convolution of the position's planes + bias).
  void write(const SparsePlanes& planes, float* image);

 private:
  struct Base {
    std::array<float, kRulePlanes> rules{};
    AlignedFloats image;
  };
  static constexpr std::size_t kMostBases = 8;

  const float* map(std::size_t constant) const { return &maps_.data()[constant * image_size_]; }
  const float* base(std::span<const float> rules);

  std::size_t channels_;
  std::size_t image_size_;
  AlignedFloats animals_;  // [plane][tap][channel]; a tap is (1 - row step) * 3 + (1 - column step)
  AlignedFloats board_;    // image of bias and board planes
  AlignedFloats maps_;     // [constant plane][square][channel]: what the plane adds when it is all ones
  std::vector<Base> bases_;
  std::size_t next_base_ = 0;
};

}  // namespace jungle
