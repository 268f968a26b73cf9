// Compiled for AVX2, whatever the rest of the program is compiled for.

#include <immintrin.h>

#include "nn/winograd/gradient_body.hpp"

namespace jungle::winograd {
namespace {

struct Avx2 {
  using Vector = __m256;
  static constexpr std::size_t kWidth = 8;
  static constexpr std::size_t kPanelVectors = 2;
  static Vector load(const float* from) { return _mm256_load_ps(from); }
  static void store(float* to, Vector value) { _mm256_store_ps(to, value); }
  static Vector broadcast(float value) { return _mm256_set1_ps(value); }
  static Vector zero() { return _mm256_setzero_ps(); }
  static Vector add(Vector a, Vector b) { return _mm256_add_ps(a, b); }
  static Vector sub(Vector a, Vector b) { return _mm256_sub_ps(a, b); }
  static Vector max(Vector a, Vector b) { return _mm256_max_ps(a, b); }
  static Vector mul(Vector a, Vector b) { return _mm256_mul_ps(a, b); }
  static Vector fma(Vector a, Vector b, Vector c) { return _mm256_fmadd_ps(a, b, c); }
};

constexpr Kernels kKernels = Body<Avx2>::table("avx2", GradientBody<Avx2>::table());

}  // namespace

const Kernels& avx2_kernels() { return kKernels; }

}  // namespace jungle::winograd
