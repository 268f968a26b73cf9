#include "nn/output_heads.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "nn/encoding.hpp"

namespace jungle {
namespace {

constexpr std::size_t kLanes =
    16;  // of partial sums: the compiler makes vectors of them, whatever their width
constexpr int kMostValueChannels = 64;  // NetConfig's limit

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

int rounded_up(int count, int block) { return (count + block - 1) / block * block; }

}  // namespace

OutputHeads::OutputHeads(const NetWeights& weights)
    : channels_(weights.config.channels),
      value_channels_(weights.config.value_channels),
      row_(channels_ + value_channels_),
      hidden_(rounded_up(weights.config.value_hidden, kBlock)),
      policy_weights_(weights.tensors.at("policy.out.weight").data),
      policy_bias_(weights.tensors.at("policy.out.bias").data),
      hidden_weights_(static_cast<std::size_t>(kSquares * value_channels_ * hidden_)),
      hidden_bias_(weights.tensors.at("value.hidden.bias").data),
      output_weights_(static_cast<std::size_t>(4 * hidden_)),
      output_bias_(weights.tensors.at("value.out.bias").data) {
  hidden_bias_.resize(static_cast<std::size_t>(hidden_));
  // From [unit][channel][square] to [square][channel][unit]: units side by side, so that they are summed side
  // by side.
  const auto& hidden = weights.tensors.at("value.hidden.weight").data;
  const auto& output = weights.tensors.at("value.out.weight").data;
  for (int unit = 0; unit < weights.config.value_hidden; ++unit) {
    for (int channel = 0; channel < value_channels_; ++channel) {
      for (int square = 0; square < kSquares; ++square) {
        hidden_weights_[static_cast<std::size_t>((square * value_channels_ + channel) * hidden_ + unit)] =
            hidden[static_cast<std::size_t>((unit * value_channels_ + channel) * kSquares + square)];
      }
    }
    for (int out = 0; out < 4; ++out) {
      output_weights_[static_cast<std::size_t>(out * hidden_ + unit)] =
          output[static_cast<std::size_t>(out * weights.config.value_hidden + unit)];
    }
  }
}

void OutputHeads::read(std::span<const float> features, const EvalRequest& request,
                       EvalResult& result) const {
  JUNGLE_ASSERT(std::ssize(features) == feature_count());
  read_policy(features, request, result);
  read_value(features, result);
}

void OutputHeads::read_policy(std::span<const float> features, const EvalRequest& request,
                              EvalResult& result) const {
  const Side side = request.position->side_to_move();
  const auto channels = static_cast<std::size_t>(channels_);
  std::size_t count = 0;
  for (const Move move : *request.legal_moves) {
    const int index = policy_index(move, side);
    const auto direction = static_cast<std::size_t>(index % 4);
    const float* square = features.data() + index / 4 * row_;
    result.priors[count++] =
        policy_bias_[direction] + dot(square, &policy_weights_[direction * channels], channels);
  }
  softmax(std::span(result.priors).first(count));
}

// Two sums a unit, of the even and the odd values: a single chain of additions would be all waiting.
OutputHeads::Block OutputHeads::hidden_units(std::span<const float> values, std::size_t first) const {
  Block even{};
  Block odd{};
  std::ranges::copy_n(hidden_bias_.begin() + static_cast<std::ptrdiff_t>(first), kBlock, even.begin());
  const auto stride = static_cast<std::size_t>(hidden_);
  const float* weights = hidden_weights_.data() + first;
  std::size_t i = 0;
  for (; i + 2 <= values.size(); i += 2, weights += 2 * stride) {
    for (std::size_t k = 0; k < kBlock; ++k) even[k] = std::fma(values[i], weights[k], even[k]);
    for (std::size_t k = 0; k < kBlock; ++k) odd[k] = std::fma(values[i + 1], weights[stride + k], odd[k]);
  }
  if (i < values.size()) {
    for (std::size_t k = 0; k < kBlock; ++k) even[k] = std::fma(values[i], weights[k], even[k]);
  }
  for (std::size_t k = 0; k < kBlock; ++k) even[k] = std::max(even[k] + odd[k], 0.0F);
  return even;
}

void OutputHeads::read_value(std::span<const float> features, EvalResult& result) const {
  std::array<float, kSquares * kMostValueChannels> values;
  float* end = values.data();
  for (int square = 0; square < kSquares; ++square) {
    end = std::copy_n(features.data() + square * row_ + channels_, value_channels_, end);
  }

  std::array<float, 4> outputs{};
  std::ranges::copy(output_bias_, outputs.begin());
  const auto hidden = static_cast<std::size_t>(hidden_);
  for (std::size_t first = 0; first < hidden; first += kBlock) {
    const Block units = hidden_units(std::span(values.data(), end), first);
    for (std::size_t out = 0; out < outputs.size(); ++out) {
      outputs[out] += dot(units.data(), &output_weights_[out * hidden + first], kBlock);
    }
  }
  softmax(std::span(outputs).first(3));
  result.wdl_for_side_to_move = {.win = outputs[0], .draw = outputs[1], .loss = outputs[2]};
  result.plies_left = kPliesLeftScale * softplus(outputs[3]);
}

}  // namespace jungle
