#include "nn/torch/norm_kernels.hpp"

#include <cmath>
#include <cstring>

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

// Independent sums a channel: hides the latency of the addition, and loses fewer bits.
constexpr int kSums = 4;

// Two sums over rows of vectors of channels: add(row, first_sum, second_sum).
template <int kLanes, typename Add>
inline void sum_rows(std::int64_t rows, Floats<kLanes>& first, Floats<kLanes>& second, Add&& add) {
  Floats<kLanes> firsts[kSums] = {};
  Floats<kLanes> seconds[kSums] = {};
  std::int64_t row = 0;
  for (; row + kSums <= rows; row += kSums) {
    for (int i = 0; i < kSums; ++i) add(row + i, firsts[i], seconds[i]);
  }
  for (; row < rows; ++row) add(row, firsts[0], seconds[0]);
  first = (firsts[0] + firsts[1]) + (firsts[2] + firsts[3]);
  second = (seconds[0] + seconds[1]) + (seconds[2] + seconds[3]);
}

}  // namespace

template <typename Element>
void batch_moments(const Element* x, std::int64_t rows, std::span<float> means, std::span<float> variances) {
  JUNGLE_CHECK(means.size() == variances.size());
  const auto channels = static_cast<std::int64_t>(means.size());
  const float scale = 1.0F / static_cast<float>(rows);
  for_channel_groups(channels, [&]<int kLanes>(std::int64_t first) {
    // The difference of squares around the first row, not around zero: a mean far from zero would eat the
    // variance's bits.
    Floats<kLanes> origin, mean, variance;
    load<kLanes>(x + first, origin);
    sum_rows<kLanes>(rows, mean, variance,
                     [&](std::int64_t row, Floats<kLanes>& sum, Floats<kLanes>& squares) {
                       Floats<kLanes> value;
                       load<kLanes>(x + row * channels + first, value);
                       value -= origin;
                       sum += value;
                       squares += value * value;
                     });
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
  for_channel_groups(channels, [&]<int kLanes>(std::int64_t first) {
    Floats<kLanes> a, b;
    load<kLanes>(scale.data() + first, a);
    load<kLanes>(shift.data() + first, b);
    for (std::int64_t row = 0; row < rows; ++row) {
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
  for_channel_groups(channels, [&]<int kLanes>(std::int64_t first) {
    const auto open_gradient = [&](std::int64_t at, Floats<kLanes>& gradient) {
      Floats<kLanes> output;
      load<kLanes>(t.y + at, output);
      load<kLanes>(t.dy + at, gradient);
      gradient = output > 0.0F ? gradient : Floats<kLanes>{};
    };
    Floats<kLanes> mean, inverse_deviation, g;
    load<kLanes>(t.mean.data() + first, mean);
    load<kLanes>(t.gamma.data() + first, g);
    for (int lane = 0; lane < kLanes; ++lane) {
      inverse_deviation[lane] =
          1.0F / std::sqrt(t.variance[static_cast<std::size_t>(first + lane)] + t.epsilon);
    }

    Floats<kLanes> sum_dy, sum_dy_x;
    sum_rows<kLanes>(rows, sum_dy, sum_dy_x,
                     [&](std::int64_t row, Floats<kLanes>& sum, Floats<kLanes>& sum_x) {
                       Floats<kLanes> gradient, x;
                       open_gradient(row * channels + first, gradient);
                       load<kLanes>(t.x + row * channels + first, x);
                       sum += gradient;
                       sum_x += gradient * (x - mean);
                     });
    const Floats<kLanes> dgamma = sum_dy_x * inverse_deviation;
    store<kLanes>(t.dgamma.data() + first, dgamma);
    store<kLanes>(t.dbeta.data() + first, sum_dy);

    // dx = gamma / deviation * (dy - mean(dy) - xhat * mean(dy * xhat)), written as dy * a + (x - mean) * b +
    // c.
    const Floats<kLanes> a = g * inverse_deviation;
    const Floats<kLanes> b = -a * inverse_deviation * dgamma * per_row;
    const Floats<kLanes> c = -a * sum_dy * per_row;
    for (std::int64_t row = 0; row < rows; ++row) {
      const std::int64_t at = row * channels + first;
      Floats<kLanes> gradient, x;
      open_gradient(at, gradient);
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
