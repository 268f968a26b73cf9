#include "nn/winograd/kernels.hpp"

#include "nn/winograd/instruction_limit.hpp"

namespace jungle::winograd {
namespace {

bool is_limited_below_avx512() {
  const std::string limit = instruction_set_limit();
  return limit.starts_with("SSE") || limit == "AVX" || limit.starts_with("AVX2");
}

bool has_avx512() {
  return __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512bw") != 0 &&
         __builtin_cpu_supports("avx512dq") != 0 && __builtin_cpu_supports("avx512vl") != 0 &&
         __builtin_cpu_supports("avx512cd") != 0;
}

}  // namespace

const Kernels& best_kernels() {
  static const bool wide =
      has_avx512() && !is_limited_below_avx512();  // the limit is read once, as oneDNN does
  return wide ? avx512_kernels() : avx2_kernels();
}

void pack(const float* matrix, std::size_t channels, std::size_t columns, std::size_t panel, float* packed) {
  for (std::size_t first = 0; first < columns; first += panel) {
    const std::size_t width = columns - first < panel ? columns - first : panel;
    for (std::size_t channel = 0; channel < channels; ++channel)
      for (std::size_t column = 0; column < width; ++column)
        *packed++ = matrix[channel * columns + first + column];
  }
}

}  // namespace jungle::winograd
