#include "nn/torch/norm_kernels.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "core/util/check.hpp"

namespace jungle {
namespace {

// Vectors of the compiler (GCC and clang): the loops below must not depend on what the auto-vectoriser thinks
// of strides. Where the processor has shorter ones, the compiler splits them.
template <int kLanes>
using Floats [[gnu::vector_size(kLanes * sizeof(float))]] = float;
template <int kLanes>
using Words [[gnu::vector_size(kLanes * sizeof(std::uint32_t))]] = std::uint32_t;
template <int kLanes>
using Halves [[gnu::vector_size(kLanes * sizeof(std::uint16_t))]] = std::uint16_t;

template <int kLanes>
inline void load(const float* from, Floats<kLanes>& to) {
  std::memcpy(&to, from, sizeof(to));
}

template <int kLanes>
inline void store(float* to, const Floats<kLanes>& from) {
  std::memcpy(to, &from, sizeof(from));
}

template <int kLanes>
inline void load(const Bfloat16* from, Floats<kLanes>& to) {
  Halves<kLanes> halves;
  std::memcpy(&halves, from, sizeof(halves));
  const Words<kLanes> words = __builtin_convertvector(halves, Words<kLanes>) << 16;
  std::memcpy(&to, &words, sizeof(to));
}

// Rounds to nearest, ties to even. The quiet NaN of x86 stays NaN.
template <int kLanes>
inline void store(Bfloat16* to, const Floats<kLanes>& from) {
  Words<kLanes> words;
  std::memcpy(&words, &from, sizeof(words));
  words = (words + 0x7FFF + ((words >> 16) & 1)) >> 16;
  const Halves<kLanes> halves = __builtin_convertvector(words, Halves<kLanes>);
  std::memcpy(&to->bits, &halves, sizeof(halves));
}

// Calls body.template operator()<kLanes>(first_channel) until all channels are done: sixteen at a time, then
// eight, then one.
template <typename Body>
void for_channel_groups(std::int64_t channels, Body&& body) {
  std::int64_t channel = 0;
  for (; channel + 16 <= channels; channel += 16) body.template operator()<16>(channel);
  for (; channel + 8 <= channels; channel += 8) body.template operator()<8>(channel);
  for (; channel < channels; ++channel) body.template operator()<1>(channel);
}

// Rows are taken in blocks that the first-level cache holds with room to spare: the groups of channels then
// read memory once and in order, one after the other within a block.
constexpr std::int64_t kBlockRows = 63;

// Calls body.template operator()<kLanes>(first_channel, first_row, rows) for every group and block.
template <typename Body>
void for_blocks(std::int64_t rows, std::int64_t channels, Body&& body) {
  for (std::int64_t row = 0; row < rows; row += kBlockRows) {
    const std::int64_t count = rows - row < kBlockRows ? rows - row : kBlockRows;
    for_channel_groups(channels, [&]<int kLanes>(std::int64_t channel) {
      body.template operator()<kLanes>(channel, row, count);
    });
  }
}

// Independent sums a channel: hides the latency of the addition, and loses fewer bits.
constexpr int kSums = 4;

// Adds two sums over rows of vectors of channels: add(row, first_sum, second_sum).
template <int kLanes, typename Add>
inline void sum_rows(std::int64_t begin, std::int64_t rows, float* first_total, float* second_total,
                     Add&& add) {
  Floats<kLanes> firsts[kSums] = {};
  Floats<kLanes> seconds[kSums] = {};
  const std::int64_t end = begin + rows;
  std::int64_t row = begin;
  for (; row + kSums <= end; row += kSums) {
    for (int i = 0; i < kSums; ++i) add(row + i, firsts[i], seconds[i]);
  }
  for (; row < end; ++row) add(row, firsts[0], seconds[0]);
  Floats<kLanes> first, second;
  load<kLanes>(first_total, first);
  load<kLanes>(second_total, second);
  first += (firsts[0] + firsts[1]) + (firsts[2] + firsts[3]);
  second += (seconds[0] + seconds[1]) + (seconds[2] + seconds[3]);
  store<kLanes>(first_total, first);
  store<kLanes>(second_total, second);
}

}  // namespace

template <typename Element>
void batch_moments(const Element* x, std::int64_t rows, std::span<float> means, std::span<float> variances) {
  JUNGLE_CHECK(means.size() == variances.size());
  const auto channels = static_cast<std::int64_t>(means.size());
  std::ranges::fill(means, 0.0F);
  std::ranges::fill(variances, 0.0F);
  // The difference of squares around the first row, not around zero: a mean far from zero would eat the
  // variance's bits.
  for_blocks(rows, channels, [&]<int kLanes>(std::int64_t first, std::int64_t begin, std::int64_t count) {
    Floats<kLanes> origin;
    load<kLanes>(x + first, origin);
    sum_rows<kLanes>(begin, count, means.data() + first, variances.data() + first,
                     [&](std::int64_t row, Floats<kLanes>& sum, Floats<kLanes>& squares) {
                       Floats<kLanes> value;
                       load<kLanes>(x + row * channels + first, value);
                       value -= origin;
                       sum += value;
                       squares += value * value;
                     });
  });
  const float scale = 1.0F / static_cast<float>(rows);
  for_channel_groups(channels, [&]<int kLanes>(std::int64_t first) {
    Floats<kLanes> origin, mean, variance;
    load<kLanes>(x + first, origin);
    load<kLanes>(means.data() + first, mean);
    load<kLanes>(variances.data() + first, variance);
    mean *= scale;
    variance = variance * scale - mean * mean;
    variance = variance < 0.0F ? Floats<kLanes>{} : variance;  // rounding of a constant channel
    mean += origin;
    store<kLanes>(means.data() + first, mean);
    store<kLanes>(variances.data() + first, variance);
  });
}

template <typename Element>
void scale_shift_relu(const Element* x, std::span<const float> scale, std::span<const float> shift,
                      const Element* skip, std::int64_t rows, Element* y) {
  const auto channels = static_cast<std::int64_t>(scale.size());
  JUNGLE_CHECK(scale.size() == shift.size());
  for_blocks(rows, channels, [&]<int kLanes>(std::int64_t first, std::int64_t begin, std::int64_t count) {
    Floats<kLanes> a, b;
    load<kLanes>(scale.data() + first, a);
    load<kLanes>(shift.data() + first, b);
    for (std::int64_t row = begin; row < begin + count; ++row) {
      const std::int64_t at = row * channels + first;
      Floats<kLanes> value;
      load<kLanes>(x + at, value);
      value = value * a + b;
      if (skip != nullptr) {
        Floats<kLanes> carried;
        load<kLanes>(skip + at, carried);
        value += carried;
      }
      value = value < 0.0F ? Floats<kLanes>{} : value;
      store<kLanes>(y + at, value);
    }
  });
}

template <typename Element>
void norm_relu_backward(const NormReluGradients<Element>& t, std::int64_t rows) {
  const auto channels = static_cast<std::int64_t>(t.gamma.size());
  const float per_row = 1.0F / static_cast<float>(rows);
  const auto open_gradient = [&]<int kLanes>(std::int64_t at, Floats<kLanes>& gradient) {
    Floats<kLanes> output;
    load<kLanes>(t.y + at, output);
    load<kLanes>(t.dy + at, gradient);
    gradient = output > 0.0F ? gradient : Floats<kLanes>{};
  };
  std::vector<float> inverse_deviations(t.gamma.size());
  for (std::size_t i = 0; i < inverse_deviations.size(); ++i)
    inverse_deviations[i] = 1.0F / std::sqrt(t.variance[i] + t.epsilon);

  std::ranges::fill(t.dgamma, 0.0F);
  std::ranges::fill(t.dbeta, 0.0F);
  for_blocks(rows, channels, [&]<int kLanes>(std::int64_t first, std::int64_t begin, std::int64_t count) {
    Floats<kLanes> mean;
    load<kLanes>(t.mean.data() + first, mean);
    sum_rows<kLanes>(begin, count, t.dbeta.data() + first, t.dgamma.data() + first,
                     [&](std::int64_t row, Floats<kLanes>& sum, Floats<kLanes>& sum_x) {
                       Floats<kLanes> gradient, x;
                       open_gradient.template operator()<kLanes>(row * channels + first, gradient);
                       load<kLanes>(t.x + row * channels + first, x);
                       sum += gradient;
                       sum_x += gradient * (x - mean);
                     });
  });
  for (std::size_t i = 0; i < inverse_deviations.size(); ++i) t.dgamma[i] *= inverse_deviations[i];

  // dx = gamma / deviation * (dy - mean(dy) - xhat * mean(dy * xhat)), written as dy * a + (x - mean) * b +
  // c.
  for_blocks(rows, channels, [&]<int kLanes>(std::int64_t first, std::int64_t begin, std::int64_t count) {
    Floats<kLanes> mean, inverse_deviation, gamma, dgamma, dbeta;
    load<kLanes>(t.mean.data() + first, mean);
    load<kLanes>(inverse_deviations.data() + first, inverse_deviation);
    load<kLanes>(t.gamma.data() + first, gamma);
    load<kLanes>(t.dgamma.data() + first, dgamma);
    load<kLanes>(t.dbeta.data() + first, dbeta);
    const Floats<kLanes> a = gamma * inverse_deviation;
    const Floats<kLanes> b = -a * inverse_deviation * dgamma * per_row;
    const Floats<kLanes> c = -a * dbeta * per_row;
    for (std::int64_t row = begin; row < begin + count; ++row) {
      const std::int64_t at = row * channels + first;
      Floats<kLanes> gradient, x;
      open_gradient.template operator()<kLanes>(at, gradient);
      load<kLanes>(t.x + at, x);
      if (t.dskip != nullptr) store<kLanes>(t.dskip + at, gradient);
      x = gradient * a + (x - mean) * b + c;
      store<kLanes>(t.dx + at, x);
    }
  });
}

template void batch_moments(const float*, std::int64_t, std::span<float>, std::span<float>);
template void batch_moments(const Bfloat16*, std::int64_t, std::span<float>, std::span<float>);
template void scale_shift_relu(const float*, std::span<const float>, std::span<const float>, const float*,
                               std::int64_t, float*);
template void scale_shift_relu(const Bfloat16*, std::span<const float>, std::span<const float>,
                               const Bfloat16*, std::int64_t, Bfloat16*);
template void norm_relu_backward(const NormReluGradients<float>&, std::int64_t);
template void norm_relu_backward(const NormReluGradients<Bfloat16>&, std::int64_t);

}  // namespace jungle
