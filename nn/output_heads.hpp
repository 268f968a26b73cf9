#pragma once
// The last layers of the net, position by position in float32: policy logits of the legal moves alone and
// their softmax; win, draw and loss; plies left. Sums have a fixed order, so a result depends on nothing but
// its own position, and on no instruction set.
//
// Thread rule: compatible (const calls may run together).

#include <array>
#include <span>
#include <vector>

#include "nn/weights.hpp"
#include "search/evaluator.hpp"

namespace jungle {

class OutputHeads {
 public:
  explicit OutputHeads(const NetWeights& weights);

  // `features` is the output of FoldedNet::head for one position, [square][policy channels, then value
  // channels].
  void read(std::span<const float> features, const EvalRequest& request, EvalResult& result) const;
  int feature_count() const { return row_ * kSquares; }

 private:
  static constexpr int kBlock = 64;  // hidden units summed side by side
  using Block = std::array<float, kBlock>;
  Block hidden_units(std::span<const float> values, std::size_t first) const;
  void read_policy(std::span<const float> features, const EvalRequest& request, EvalResult& result) const;
  void read_value(std::span<const float> features, EvalResult& result) const;

  int channels_;
  int value_channels_;
  int row_;                            // features a square: channels_ + value_channels_
  int hidden_;                         // rounded up to whole blocks; the added units are zero
  std::vector<float> policy_weights_;  // [4][channels_]
  std::vector<float> policy_bias_;     // [4]
  std::vector<float> hidden_weights_;  // [square][value channel][hidden_]
  std::vector<float> hidden_bias_;     // [hidden_]
  std::vector<float> output_weights_;  // [4][hidden_]
  std::vector<float> output_bias_;     // [4]
};

}  // namespace jungle
