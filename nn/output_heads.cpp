#include "nn/output_heads.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "nn/encoding.hpp"

namespace jungle {
namespace {

constexpr std::size_t kLanes =
    16;  // of partial sums: the compiler makes vectors of them, whatever their width
constexpr std::size_t kMostHidden = 1024;  // NetConfig's limit

// A sum of products in kLanes interleaved parts, then pairwise.
float dot(const float* a, const float* b, std::size_t size) {
  std::array<float, kLanes> lanes{};
  std::size_t i = 0;
  for (; i + kLanes <= size; i += kLanes) {
    for (std::size_t lane = 0; lane < kLanes; ++lane)
      lanes[lane] = std::fma(a[i + lane], b[i + lane], lanes[lane]);
  }
  for (std::size_t lane = 0; lane < kLanes && i + lane < size; ++lane) {
    lanes[lane] = std::fma(a[i + lane], b[i + lane], lanes[lane]);
  }
  for (std::size_t half = kLanes / 2; half > 0; half /= 2) {
    for (std::size_t lane = 0; lane < half; ++lane) lanes[lane] += lanes[lane + half];
  }
  return lanes[0];
}

// Turns logits into probabilities, in place.
void softmax(std::span<float> values) {
  const float largest = *std::ranges::max_element(values);
  float sum = 0;
  for (float& value : values) {
    value = std::exp(value - largest);
    sum += value;
  }
  for (float& value : values) value /= sum;
}

float softplus(float y) { return std::max(y, 0.0F) + std::log1p(std::exp(-std::abs(y))); }

}  // namespace

OutputHeads::OutputHeads(const NetWeights& weights, const FeatureLayout& layout)
    : channels_(static_cast<std::size_t>(weights.config.channels)),
      value_channels_(static_cast<std::size_t>(weights.config.value_channels)),
      layout_(layout),
      hidden_((static_cast<std::size_t>(weights.config.value_hidden) + kBlock - 1) / kBlock * kBlock),
      policy_weights_(weights.tensors.at("policy.out.weight").data),
      policy_bias_(weights.tensors.at("policy.out.bias").data),
      hidden_weights_(kSquares * value_channels_ * hidden_),
      hidden_bias_(weights.tensors.at("value.hidden.bias").data),
      output_weights_(4 * hidden_),
      output_bias_(weights.tensors.at("value.out.bias").data) {
  hidden_bias_.resize(hidden_);
  // From [unit][channel][square] to the order in which hidden_block() reads.
  const auto& hidden = weights.tensors.at("value.hidden.weight").data;
  const auto& output = weights.tensors.at("value.out.weight").data;
  const auto units = static_cast<std::size_t>(weights.config.value_hidden);
  for (std::size_t unit = 0; unit < units; ++unit) {
    for (std::size_t channel = 0; channel < value_channels_; ++channel) {
      for (std::size_t square = 0; square < kSquares; ++square) {
        const std::size_t input = square * value_channels_ + channel;
        hidden_weights_[(unit / kBlock * kSquares * value_channels_ + input) * kBlock + unit % kBlock] =
            hidden[(unit * value_channels_ + channel) * kSquares + square];
      }
    }
    for (std::size_t out = 0; out < 4; ++out)
      output_weights_[out * hidden_ + unit] = output[out * units + unit];
  }
}

void OutputHeads::read(std::span<const float> features, std::span<const EvalRequest> requests,
                       std::span<EvalResult> results) const {
  const std::size_t size = kSquares * layout_.row;  // of one position
  JUNGLE_ASSERT(features.size() == requests.size() * size && results.size() == requests.size());
  for (std::size_t i = 0; i < requests.size(); ++i) read_policy(&features[i * size], requests[i], results[i]);
  for (std::size_t i = 0; i < requests.size(); i += kGroup) {
    read_values(&features[i * size], results.subspan(i, std::min(kGroup, requests.size() - i)));
  }
}

void OutputHeads::read_policy(const float* features, const EvalRequest& request, EvalResult& result) const {
  const Side side = request.position->side_to_move();
  std::size_t count = 0;
  for (const Move move : *request.legal_moves) {
    const auto index = static_cast<std::size_t>(policy_index(move, side));
    const std::size_t direction = index % 4;
    const float* square = features + index / 4 * layout_.row;
    result.priors[count++] =
        policy_bias_[direction] + dot(square, &policy_weights_[direction * channels_], channels_);
  }
  softmax(std::span(result.priors).first(count));
}

// At most kGroup positions; the places of missing ones are filled with the first, which is then computed more
// than once.
void OutputHeads::read_values(const float* features, std::span<EvalResult> results) const {
  std::array<std::array<float, kMostHidden>, kGroup> units;
  Group<const float*> features_of{};
  for (std::size_t i = 0; i < kGroup; ++i)
    features_of[i] = features + (i < results.size() ? i * kSquares * layout_.row : 0);
  for (std::size_t block = 0; block < hidden_ / kBlock; ++block) {
    Group<float*> units_of{};
    for (std::size_t i = 0; i < kGroup; ++i) units_of[i] = &units[i][block * kBlock];
    hidden_block(features_of, block, units_of);
  }
  for (std::size_t i = 0; i < results.size(); ++i) {
    std::array<float, 4> outputs{};
    for (std::size_t out = 0; out < outputs.size(); ++out) {
      outputs[out] = output_bias_[out] + dot(units[i].data(), &output_weights_[out * hidden_], hidden_);
    }
    softmax(std::span(outputs).first(3));
    results[i].wdl_for_side_to_move = {.win = outputs[0], .draw = outputs[1], .loss = outputs[2]};
    results[i].plies_left = kPliesLeftScale * softplus(outputs[3]);
  }
}

// relu(weights * value features + bias) of one block of units.
void OutputHeads::hidden_block(Group<const float*> features, std::size_t block, Group<float*> units) const {
  Group<std::array<float, kBlock>> sums;
  for (auto& sum : sums) std::copy_n(&hidden_bias_[block * kBlock], kBlock, sum.begin());
  const float* weights = &hidden_weights_[block * kSquares * value_channels_ * kBlock];
  for (std::size_t square = 0; square < kSquares; ++square) {
    for (std::size_t channel = 0; channel < value_channels_; ++channel, weights += kBlock) {
      for (std::size_t i = 0; i < kGroup; ++i) {
        const float value = features[i][layout_.value + channel];
        for (std::size_t k = 0; k < kBlock; ++k) sums[i][k] = std::fma(value, weights[k], sums[i][k]);
      }
    }
    for (const float*& row : features) row += layout_.row;
  }
  for (std::size_t i = 0; i < kGroup; ++i) {
    for (std::size_t k = 0; k < kBlock; ++k) units[i][k] = std::max(sums[i][k], 0.0F);
  }
}

}  // namespace jungle
