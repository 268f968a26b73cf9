// Bfloat16 is a storage format: each kernel must give exactly what it gives for the same numbers in float,
// rounded once at the end. What the float kernels compute is tested against LibTorch in conv_norm_test.cpp.

#include "nn/torch/norm_kernels.hpp"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "core/util/random.hpp"

namespace jungle {
namespace {

constexpr std::int64_t kRows = 41;

struct Values {
  explicit Values(std::size_t size) : floats(size), halves(size) {}

  std::vector<float> floats;  // exactly representable as halves where they are an input
  std::vector<Bfloat16> halves;
};

Values random_values(std::size_t size, std::uint64_t seed) {
  Rng rng({seed});
  Values values(size);
  for (std::size_t i = 0; i < size; ++i) {
    values.halves[i] = to_bfloat16(static_cast<float>(rng.normal() + 0.3));
    values.floats[i] = to_float(values.halves[i]);
  }
  return values;
}

void expect_rounded(const Values& values) {
  for (std::size_t i = 0; i < values.floats.size(); ++i) {
    ASSERT_EQ(values.halves[i], to_bfloat16(values.floats[i])) << "element " << i;
  }
}

// Channel counts that fill vectors of sixteen and eight, and leave some over.
class NormKernels : public testing::TestWithParam<std::size_t> {
 protected:
  const std::size_t channels_ = GetParam();
  const std::size_t size_ = channels_ * kRows;
  const Values x_ = random_values(size_, 1);
  const Values skip_ = random_values(size_, 2);
  const Values dy_ = random_values(size_, 3);
  const std::vector<float> scale_ = random_values(channels_, 4).floats;
  const std::vector<float> shift_ = random_values(channels_, 5).floats;
};

TEST_P(NormKernels, MomentsOfHalvesAreThoseOfTheSameFloats) {
  std::vector<float> mean(channels_), variance(channels_), half_mean(channels_), half_variance(channels_);
  batch_moments(x_.floats.data(), kRows, mean, variance);
  batch_moments(x_.halves.data(), kRows, half_mean, half_variance);
  EXPECT_EQ(half_mean, mean);
  EXPECT_EQ(half_variance, variance);
}

TEST_P(NormKernels, ForwardRoundsOnce) {
  Values y(size_), with_skip(size_);
  scale_shift_relu<float>(x_.floats.data(), scale_, shift_, nullptr, kRows, y.floats.data());
  scale_shift_relu<Bfloat16>(x_.halves.data(), scale_, shift_, nullptr, kRows, y.halves.data());
  expect_rounded(y);
  scale_shift_relu<float>(x_.floats.data(), scale_, shift_, skip_.floats.data(), kRows,
                          with_skip.floats.data());
  scale_shift_relu<Bfloat16>(x_.halves.data(), scale_, shift_, skip_.halves.data(), kRows,
                             with_skip.halves.data());
  expect_rounded(with_skip);
  for (std::size_t i = 0; i < size_; ++i) {
    const std::size_t c = i % channels_;
    ASSERT_EQ(y.floats[i], std::max(0.0F, x_.floats[i] * scale_[c] + shift_[c])) << "element " << i;
  }
}

TEST_P(NormKernels, BackwardRoundsOnce) {
  std::vector<float> mean(channels_), variance(channels_);
  batch_moments(x_.floats.data(), kRows, mean, variance);
  Values dx(size_), dskip(size_);
  std::vector<float> dgamma(channels_), dbeta(channels_), half_dgamma(channels_), half_dbeta(channels_);
  const Values& y = skip_;  // any numbers of both signs
  norm_relu_backward<float>({.x = x_.floats.data(),
                             .y = y.floats.data(),
                             .dy = dy_.floats.data(),
                             .mean = mean,
                             .variance = variance,
                             .gamma = scale_,
                             .epsilon = 1e-5F,
                             .dx = dx.floats.data(),
                             .dskip = dskip.floats.data(),
                             .dgamma = dgamma,
                             .dbeta = dbeta},
                            kRows);
  norm_relu_backward<Bfloat16>({.x = x_.halves.data(),
                                .y = y.halves.data(),
                                .dy = dy_.halves.data(),
                                .mean = mean,
                                .variance = variance,
                                .gamma = scale_,
                                .epsilon = 1e-5F,
                                .dx = dx.halves.data(),
                                .dskip = dskip.halves.data(),
                                .dgamma = half_dgamma,
                                .dbeta = half_dbeta},
                               kRows);
  expect_rounded(dx);
  expect_rounded(dskip);
  EXPECT_EQ(half_dgamma, dgamma);
  EXPECT_EQ(half_dbeta, dbeta);
}

INSTANTIATE_TEST_SUITE_P(Channels, NormKernels, testing::Values(1, 5, 8, 16, 27, 32));

}  // namespace
}  // namespace jungle
