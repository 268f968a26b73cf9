#pragma once
// The last layers of the net in float32, for any number of positions: policy logits of the legal moves alone
// and their softmax; win, draw and loss; plies left. Every sum has a fixed order: a result depends on
// nothing but its own position.
//
// Thread rule: compatible (const calls may run together).

#include <array>
#include <span>
#include <vector>

#include "nn/tower.hpp"
#include "nn/weights.hpp"
#include "search/evaluator.hpp"

namespace jungle {

class OutputHeads {
 public:
  OutputHeads(const NetWeights& weights, const FeatureLayout& layout);

  // `features` are a tower's, of these requests.
  void read(std::span<const float> features, std::span<const EvalRequest> requests,
            std::span<EvalResult> results) const;

 private:
  // Four positions share each load of the hidden layer's weights, which are more than the first-level cache
  // holds.
  static constexpr std::size_t kGroup = 4;
  static constexpr std::size_t kBlock = 32;  // hidden units summed side by side
  template <typename T>
  using Group = std::array<T, kGroup>;

  void read_policy(const float* features, const EvalRequest& request, EvalResult& result) const;
  void read_values(const float* features, std::span<EvalResult> results) const;
  void hidden_block(Group<const float*> features, std::size_t block, Group<float*> units) const;

  std::size_t channels_;
  std::size_t value_channels_;
  FeatureLayout layout_;
  std::size_t hidden_;                 // rounded up to whole blocks; the added units are zero
  std::vector<float> policy_weights_;  // [4][channels_]
  std::vector<float> policy_bias_;     // [4]
  std::vector<float> hidden_weights_;  // [block][square][value channel][kBlock]
  std::vector<float> hidden_bias_;     // [hidden_]
  std::vector<float> output_weights_;  // [4][hidden_]
  std::vector<float> output_bias_;     // [4]
};

}  // namespace jungle
