// The kernels of every instruction set that this processor has, against convolutions written out as loops.

#include <algorithm>
#include <array>
#include <cmath>

#include <gtest/gtest.h>

#include "core/util/aligned_floats.hpp"
#include "core/util/random.hpp"
#include "nn/sparse_stem.hpp"
#include "nn/winograd/convolution.hpp"
#include "nn/winograd/kernels.hpp"
#include "tests/support/reference_net.hpp"
#include "tests/support/sample_positions.hpp"

namespace jungle::winograd {
namespace {

// G of both directions.
constexpr std::array<std::array<double, 3>, kPointRows> kFilterRows = {{
    {1.0 / 2, 0, 0},
    {-1.0 / 2, -1.0 / 2, -1.0 / 2},
    {-1.0 / 6, 1.0 / 6, -1.0 / 6},
    {1.0 / 6, 1.0 / 3, 2.0 / 3},
    {0, 0, 1},
}};
constexpr std::array<std::array<double, 3>, kPointColumns> kFilterColumns = {{
    {1.0 / 4, 0, 0},
    {-1.0 / 6, -1.0 / 6, -1.0 / 6},
    {-1.0 / 6, 1.0 / 6, -1.0 / 6},
    {1.0 / 24, 1.0 / 12, 1.0 / 6},
    {1.0 / 24, -1.0 / 12, 1.0 / 6},
    {0, 0, 1},
}};

float random_number(Rng& rng) { return static_cast<float>(rng.below(2001)) / 1000.0F - 1.0F; }

AlignedFloats random_floats(std::size_t size, Rng& rng) {
  AlignedFloats floats(size);
  for (float& value : floats.span()) value = random_number(rng);
  return floats;
}

// Weights of a 3 x 3 convolution as [row][column][in][out].
struct Filter {
  std::size_t channels;
  std::vector<float> weights;

  Filter(std::size_t width, Rng& rng) : channels(width), weights(9 * width * width) {
    for (float& weight : weights) weight = random_number(rng) / std::sqrt(static_cast<float>(9 * channels));
  }
  float at(std::size_t tap, std::size_t in, std::size_t out) const {
    return weights[(tap * channels + in) * channels + out];
  }

  AlignedFloats points(const Kernels& kernels) const {
    AlignedFloats packed(kPoints * filter_stride(channels));
    std::vector<float> matrix(channels * channels);
    for (std::size_t point = 0; point < kPoints; ++point) {
      for (std::size_t in = 0; in < channels; ++in) {
        for (std::size_t out = 0; out < channels; ++out) {
          double sum = 0;
          for (std::size_t tap = 0; tap < 9; ++tap)
            sum += kFilterRows[point / kPointColumns][tap / 3] *
                   kFilterColumns[point % kPointColumns][tap % 3] * double{at(tap, in, out)};
          matrix[in * channels + out] = static_cast<float>(sum);
        }
      }
      pack(matrix.data(), channels, channels, kernels.panel, packed.data() + point * filter_stride(channels));
    }
    return packed;
  }

  double direct(const float* image, int row, int column, std::size_t out) const {
    double sum = 0;
    for (int tap = 0; tap < 9; ++tap) {
      const int from_row = row + tap / 3 - 1;
      const int from_column = column + tap % 3 - 1;
      if (from_row < 0 || from_row >= kRows || from_column < 0 || from_column >= kColumns) continue;
      const float* square = image + static_cast<std::size_t>(from_row * kColumns + from_column) * channels;
      for (std::size_t in = 0; in < channels; ++in)
        sum += double{at(static_cast<std::size_t>(tap), in, out)} * double{square[in]};
    }
    return sum;
  }
};

std::vector<const Kernels*> kernels_here() {
  std::vector<const Kernels*> all = {&avx2_kernels()};
  if (__builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512vl") != 0)
    all.push_back(&avx512_kernels());
  return all;
}

TEST(WinogradKernels, TransformFilters) {
  for (const Kernels* kernels : kernels_here()) {
    for (const std::size_t channels : {16U, 48U, 64U, 80U}) {
      Rng rng({channels});
      const Filter filter(channels, rng);
      AlignedFloats in_order(kTaps * channels * channels);  // [in][tap][out]
      for (std::size_t in = 0; in < channels; ++in)
        for (std::size_t tap = 0; tap < kTaps; ++tap)
          for (std::size_t out = 0; out < channels; ++out)
            in_order.data()[(in * kTaps + tap) * channels + out] = filter.at(tap, in, out);
      AlignedFloats found(kPoints * filter_stride(channels));
      kernels->filter_to_points(in_order.data(), channels, found.data());
      const AlignedFloats expected = filter.points(*kernels);
      for (std::size_t i = 0; i < found.size(); ++i)
        ASSERT_NEAR(found.data()[i], expected.data()[i], 1e-6F) << kernels->name << ", " << channels;
    }
  }
}

// relu(convolution(image) + bias + image), twice: the second layer begins where the first one ended.
void expect_direct_convolutions(const Kernels& kernels, std::size_t channels, std::size_t positions) {
  Rng rng({channels, positions});
  const std::size_t size = kSquares * channels;
  const Filter filter(channels, rng);
  const AlignedFloats weights = filter.points(kernels);
  const AlignedFloats bias = random_floats(channels, rng);
  AlignedFloats images = random_floats(positions * size, rng);
  std::vector<float> expected(images.span().begin(), images.span().end());

  AlignedFloats points(kPoints * point_stride(positions * kTiles, channels));
  kernels.to_points(images.data(), positions, channels, points.data());
  for (const bool last : {false, true}) {
    kernels.multiply_points(points.data(), positions * kTiles, channels, weights.data());
    kernels.next_layer(points.data(), positions, channels, {bias.data(), images.data(), images.data()}, last);
    const std::vector<float> before = expected;
    for (std::size_t i = 0; i < expected.size(); ++i) {
      const auto square = static_cast<int>(i % size / channels);
      const std::size_t channel = i % channels;
      const double sum =
          filter.direct(&before[i / size * size], square / kColumns, square % kColumns, channel);
      expected[i] = std::max(0.0F, static_cast<float>(sum) + bias.data()[channel] + before[i]);
      ASSERT_NEAR(images.data()[i], expected[i], 2e-5F) << kernels.name << ", " << channels << " channels, "
                                                        << positions << " positions, square " << square;
    }
  }
}

TEST(WinogradKernels, EqualDirectConvolutions) {
  for (const Kernels* kernels : kernels_here())
    for (const std::size_t channels : {16U, 32U, 48U, 64U, 80U, 128U})
      for (const std::size_t positions : {1U, 2U, 5U})
        expect_direct_convolutions(*kernels, channels, positions);
}

// Forward and both gradients against loops, over more positions than one chunk has.
void expect_direct_gradients(const Kernels& kernels, std::size_t channels, std::size_t positions) {
  Rng rng({channels, positions, 1});
  const std::size_t size = kSquares * channels;
  const AlignedFloats images = random_floats(positions * size, rng);
  const AlignedFloats output_gradients = random_floats(positions * size, rng);
  std::vector<float> filter(channels * kTaps * channels);  // [out][tap][in]
  for (float& weight : filter) weight = random_number(rng) / std::sqrt(static_cast<float>(kTaps * channels));

  std::vector<double> outputs(images.size()), image_gradients(images.size()), filter_gradient(filter.size());
  for (std::size_t position = 0; position < positions; ++position) {
    for (int to = 0; to < kSquares; ++to) {
      for (int tap = 0; tap < 9; ++tap) {
        const int row = to / kColumns + tap / 3 - 1;
        const int column = to % kColumns + tap % 3 - 1;
        if (row < 0 || row >= kRows || column < 0 || column >= kColumns) continue;
        const std::size_t from_at =
            position * size + static_cast<std::size_t>(row * kColumns + column) * channels;
        const std::size_t to_at = position * size + static_cast<std::size_t>(to) * channels;
        for (std::size_t out = 0; out < channels; ++out) {
          for (std::size_t in = 0; in < channels; ++in) {
            const std::size_t weight = (out * kTaps + static_cast<std::size_t>(tap)) * channels + in;
            const double x = images.data()[from_at + in], dy = output_gradients.data()[to_at + out];
            outputs[to_at + out] += double{filter[weight]} * x;
            image_gradients[from_at + in] += double{filter[weight]} * dy;
            filter_gradient[weight] += dy * x;
          }
        }
      }
    }
  }

  Convolution convolution(channels, kernels);
  AlignedFloats found(images.size());
  std::vector<float> found_filter(filter.size());
  convolution.forward(images.data(), positions, filter.data(), found.data());
  for (std::size_t i = 0; i < found.size(); ++i)
    ASSERT_NEAR(found.data()[i], outputs[i], 2e-5) << kernels.name << ", " << channels << " channels";
  convolution.backward(images.data(), output_gradients.data(), positions, filter.data(), found.data(),
                       found_filter.data());
  for (std::size_t i = 0; i < found.size(); ++i)
    ASSERT_NEAR(found.data()[i], image_gradients[i], 2e-5) << kernels.name << ", " << channels << " channels";
  const double terms = std::sqrt(static_cast<double>(positions * kSquares));
  for (std::size_t i = 0; i < filter.size(); ++i)
    ASSERT_NEAR(found_filter[i], filter_gradient[i], 2e-5 * terms) << kernels.name << ", " << channels;
}

TEST(WinogradConvolution, HasTheOutputsAndGradientsOfLoops) {
  for (const Kernels* kernels : kernels_here()) {
    for (const std::size_t channels : {16U, 48U, 80U, 128U}) expect_direct_gradients(*kernels, channels, 7);
    expect_direct_gradients(*kernels, 16, 33);  // more than a chunk
  }
}

TEST(WinogradKernels, DenseIsTheProductWithBiasAndRelu) {
  Rng rng({7});
  constexpr std::size_t kRowsHere = 19;
  constexpr std::size_t kIn = 48;
  constexpr std::size_t kOut = 32;
  constexpr std::size_t kStride = 64;
  const AlignedFloats in = random_floats(kRowsHere * kIn, rng);
  const AlignedFloats matrix = random_floats(kIn * kOut, rng);
  const AlignedFloats bias = random_floats(kOut, rng);
  for (const Kernels* kernels : kernels_here()) {
    AlignedFloats packed(kIn * kOut);
    pack(matrix.data(), kIn, kOut, kernels->width, packed.data());
    AlignedFloats out(kRowsHere * kStride);
    kernels->dense(in.data(), kRowsHere, kIn, packed.data(), kOut, bias.data(), out.data(), kStride);
    for (std::size_t row = 0; row < kRowsHere; ++row) {
      for (std::size_t column = 0; column < kOut; ++column) {
        double sum = bias.data()[column];
        for (std::size_t k = 0; k < kIn; ++k)
          sum += double{in.data()[row * kIn + k]} * double{matrix.data()[k * kOut + column]};
        ASSERT_NEAR(out.data()[row * kStride + column], std::max(0.0, sum), 1e-5) << kernels->name;
      }
    }
  }
}

// Every rule set, so that bases are made, found again and thrown out.
TEST(SparseStem, EqualsTheConvolutionOfAllPlanes) {
  const NetWeights weights = test::varied_weights({.channels = 20, .blocks = 1}, 3);
  const FoldedConvolution stem = fold(weights).tower.front();
  constexpr std::size_t kChannels = 32;
  SparseStem sparse(stem, kChannels);
  AlignedFloats image(kSquares * kChannels);
  std::vector<float> planes(kEncodedSize);
  for (int round = 0; round < 2; ++round) {
    for (const std::string_view name : RuleSet::preset_names()) {
      const RuleSet rules = *RuleSet::preset(name);
      for (const test::SamplePosition& position : test::sample_positions(rules, 5, 4)) {
        sparse.write(encode_sparse(position.request(rules)), image.data());
        encode(position.request(rules), planes);
        for (int square = 0; square < kSquares; ++square) {
          for (std::size_t out = 0; out < kChannels; ++out) {
            double sum = out < 20 ? double{stem.bias[out]} : 0.0;
            for (int tap = 0; tap < 9 && out < 20; ++tap) {
              const int row = square / kColumns + tap / 3 - 1;
              const int column = square % kColumns + tap % 3 - 1;
              if (row < 0 || row >= kRows || column < 0 || column >= kColumns) continue;
              for (std::size_t plane = 0; plane < kPlanes; ++plane)
                sum += double{stem.weights[(out * kPlanes + plane) * 9 + static_cast<std::size_t>(tap)]} *
                       double{planes[static_cast<std::size_t>(row * kColumns + column) * kPlanes + plane]};
            }
            ASSERT_NEAR(image.data()[static_cast<std::size_t>(square) * kChannels + out], std::max(0.0, sum),
                        2e-5 * (1 + std::abs(sum)))
                << name << ", square " << square << ", channel " << out;
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace jungle::winograd
