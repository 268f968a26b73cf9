#include "tests/support/reference_net.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "core/util/random.hpp"

namespace jungle::test {
namespace {

using Image = std::vector<double>;  // [channel][row][column]

const Tensor& tensor(const NetWeights& weights, const std::string& name) { return weights.tensors.at(name); }

double pixel(const Image& image, std::int64_t channel, std::int64_t row, std::int64_t column) {
  if (row < 0 || row >= kRows || column < 0 || column >= kColumns) return 0;
  return image[static_cast<std::size_t>((channel * kRows + row) * kColumns + column)];
}

// Same size, padded by kernel / 2; no bias.
Image convolve(const Image& image, const Tensor& kernel) {
  const std::int64_t out = kernel.shape[0];
  const std::int64_t in = kernel.shape[1];
  const std::int64_t size = kernel.shape[2];
  Image result;
  for (std::int64_t o = 0; o < out; ++o) {
    for (std::int64_t row = 0; row < kRows; ++row) {
      for (std::int64_t column = 0; column < kColumns; ++column) {
        double sum = 0;
        for (std::int64_t i = 0; i < in; ++i) {
          for (std::int64_t y = 0; y < size; ++y) {
            for (std::int64_t x = 0; x < size; ++x) {
              const auto weight = static_cast<std::size_t>(((o * in + i) * size + y) * size + x);
              sum += kernel.data[weight] * pixel(image, i, row + y - size / 2, column + x - size / 2);
            }
          }
        }
        result.push_back(sum);
      }
    }
  }
  return result;
}

void batch_norm(Image& image, const NetWeights& weights, const std::string& name) {
  const auto part = [&](const char* what, std::size_t i) {
    return static_cast<double>(tensor(weights, name + "." + what).data[i]);
  };
  for (std::size_t i = 0; i < image.size(); ++i) {
    const std::size_t channel = i / kSquares;
    image[i] = (image[i] - part("running_mean", channel)) /
                   std::sqrt(part("running_var", channel) + static_cast<double>(kBatchNormEpsilon)) *
                   part("weight", channel) +
               part("bias", channel);
  }
}

void relu(Image& image) {
  for (double& value : image) value = std::max(value, 0.0);
}

Image convolve_and_norm(const Image& image, const NetWeights& weights, const std::string& convolution,
                        const std::string& norm) {
  Image result = convolve(image, tensor(weights, convolution + ".weight"));
  batch_norm(result, weights, norm);
  return result;
}

// A layer that sees all of its input at once.
std::vector<double> dense(const std::vector<double>& input, const NetWeights& weights,
                          const std::string& name) {
  std::vector<double> result;
  const std::vector<float>& matrix = tensor(weights, name + ".weight").data;
  for (const float bias : tensor(weights, name + ".bias").data) {
    double sum = bias;
    for (std::size_t i = 0; i < input.size(); ++i) sum += matrix[result.size() * input.size() + i] * input[i];
    result.push_back(sum);
  }
  return result;
}

Image planes_of(const EvalRequest& request) {
  std::vector<float> planes(kEncodedSize);
  encode(request, std::span<float>(planes));
  Image image(kEncodedSize);
  for (std::size_t square = 0; square < kSquares; ++square) {
    for (std::size_t plane = 0; plane < kPlanes; ++plane)
      image[plane * kSquares + square] = planes[square * kPlanes + plane];
  }
  return image;
}

Image tower(const NetWeights& weights, const EvalRequest& request) {
  Image x = convolve_and_norm(planes_of(request), weights, "stem.conv", "stem.bn");
  relu(x);
  for (int block = 0; block < weights.config.blocks; ++block) {
    const std::string prefix = "blocks." + std::to_string(block);
    Image y = convolve_and_norm(x, weights, prefix + ".conv1", prefix + ".bn1");
    relu(y);
    y = convolve_and_norm(y, weights, prefix + ".conv2", prefix + ".bn2");
    for (std::size_t i = 0; i < x.size(); ++i) x[i] += y[i];
    relu(x);
  }
  return x;
}

}  // namespace

ReferenceOutput reference_forward(const NetWeights& weights, const EvalRequest& request) {
  const Image x = tower(weights, request);
  ReferenceOutput output;

  Image policy = convolve_and_norm(x, weights, "policy.conv", "policy.bn");
  relu(policy);
  const Image logits = convolve(policy, tensor(weights, "policy.out.weight"));
  const std::vector<float>& bias = tensor(weights, "policy.out.bias").data;
  for (std::size_t direction = 0; direction < 4; ++direction) {
    for (std::size_t square = 0; square < kSquares; ++square) {
      output.policy_logits[square * 4 + direction] =
          static_cast<float>(logits[direction * kSquares + square] + bias[direction]);
    }
  }

  Image value = convolve_and_norm(x, weights, "value.conv", "value.bn");
  relu(value);
  std::vector<double> hidden = dense(value, weights, "value.hidden");
  relu(hidden);
  const std::vector<double> y = dense(hidden, weights, "value.out");
  const double sum = std::exp(y[0]) + std::exp(y[1]) + std::exp(y[2]);
  output.wdl_for_side_to_move = {.win = static_cast<float>(std::exp(y[0]) / sum),
                                 .draw = static_cast<float>(std::exp(y[1]) / sum),
                                 .loss = static_cast<float>(std::exp(y[2]) / sum)};
  output.plies_left = kPliesLeftScale * static_cast<float>(std::log1p(std::exp(y[3])));
  return output;
}

EvalResult reference_evaluate(const NetWeights& weights, const EvalRequest& request) {
  const ReferenceOutput output = reference_forward(weights, request);
  EvalResult result;
  result.wdl_for_side_to_move = output.wdl_for_side_to_move;
  result.plies_left = output.plies_left;
  double sum = 0;
  std::vector<double> exponentials;
  for (const Move move : *request.legal_moves) {
    const int index = policy_index(move, request.position->side_to_move());
    exponentials.push_back(
        std::exp(static_cast<double>(output.policy_logits[static_cast<std::size_t>(index)])));
    sum += exponentials.back();
  }
  for (std::size_t i = 0; i < exponentials.size(); ++i)
    result.priors[i] = static_cast<float>(exponentials[i] / sum);
  return result;
}

NetWeights varied_weights(const NetConfig& config, std::uint64_t seed) {
  NetWeights weights = random_weights(config, seed);
  Rng rng({seed, 0x7661726965ULL});
  const auto fill = [&rng](Tensor& part, double low, double high) {
    for (float& value : part.data) value = static_cast<float>(low + (high - low) * rng.uniform());
  };
  for (auto& [name, part] : weights.tensors) {
    const bool is_scale = part.shape.size() == 1 && name.ends_with(".weight");
    if (is_scale) fill(part, -0.3, 1.0);
    if (is_scale) part.data[0] = 0;
    if (name.ends_with(".bias")) fill(part, -0.5, 0.5);
    if (name.ends_with(".running_mean")) fill(part, -0.5, 0.5);
    if (name.ends_with(".running_var")) fill(part, 0.3, 3.0);
    if (name.ends_with(".out.weight")) fill(part, -0.5, 0.5);
  }
  return weights;
}

}  // namespace jungle::test
