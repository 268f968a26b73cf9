#pragma once
// A net's convolutions in float32 by Winograd's minimal filtering (nn/winograd/tiles.hpp): less than a third
// of the products of a direct convolution, so that float32 is faster than direct bfloat16 where there are no
// matrix instructions (AMX): 1.3 times on Zen 5 (`jungle_bench --benchmark_filter=^inference/`, 572f40c).
// Differs from a direct float32 convolution by rounding, about 1e-6 of a feature's size a layer.
//
// Positions go through in chunks whose points stay in the second-level cache. No allocation after
// construction, but for a rule set seen for the first time.

#include <vector>

#include "core/util/aligned_floats.hpp"
#include "nn/encoding.hpp"
#include "nn/folded_net.hpp"
#include "nn/sparse_stem.hpp"
#include "nn/tower.hpp"
#include "nn/winograd/kernels.hpp"

namespace jungle {

class WinogradTower final : public Tower {
 public:
  explicit WinogradTower(const FoldedNet& net, const winograd::Kernels& kernels = winograd::best_kernels());

  int next_chunk(int waiting) const override;
  void encode(std::span<const EvalRequest> chunk) override;
  std::span<const float> forward(std::span<const EvalRequest> chunk) override;
  FeatureLayout layout() const override;
  std::string description() const override;

 private:
  struct Layer {
    AlignedFloats weights;  // kPoints packed matrices
    AlignedFloats bias;
  };
  struct Dense {
    std::size_t columns;
    AlignedFloats weights;  // [panel of one vector][channel][column]
    AlignedFloats bias;
  };
  Layer make_layer(const FoldedConvolution& convolution) const;
  Dense make_dense(const FoldedConvolution& convolution, int first, int count) const;
  void read_policy_features(std::size_t positions);

  const winograd::Kernels& kernels_;
  std::size_t channels_;  // padded
  int largest_chunk_;
  SparseStem stem_;
  std::vector<Layer> layers_;
  Dense policy_;
  Dense value_;

  std::vector<SparsePlanes> planes_;
  AlignedFloats images_;       // [position][square][channel]: what blocks add to
  AlignedFloats points_;       // see kernels.hpp
  AlignedFloats policy_rows_;  // images of the squares that have moves, and after them their features
  AlignedFloats features_;
};

}  // namespace jungle
