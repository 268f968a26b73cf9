// Compiled for AVX-512, whatever the rest of the program is compiled for.

#include <immintrin.h>

#include "nn/winograd/gradient_body.hpp"

namespace jungle::winograd {
namespace {

struct Avx512 {
  using Vector = __m512;
  static constexpr std::size_t kWidth = 16;
  static constexpr std::size_t kPanelVectors = 4;
  static Vector load(const float* from) { return _mm512_load_ps(from); }
  static void store(float* to, Vector value) { _mm512_store_ps(to, value); }
  static Vector broadcast(float value) { return _mm512_set1_ps(value); }
  static Vector zero() { return _mm512_setzero_ps(); }
  static Vector add(Vector a, Vector b) { return _mm512_add_ps(a, b); }
  static Vector sub(Vector a, Vector b) { return _mm512_sub_ps(a, b); }
  // The masked form, all lanes on, is the same instruction; GCC 12 warns of the plain one's header.
  static Vector max(Vector a, Vector b) { return _mm512_maskz_max_ps(0xFFFF, a, b); }
  static Vector mul(Vector a, Vector b) { return _mm512_mul_ps(a, b); }
  static Vector fma(Vector a, Vector b, Vector c) { return _mm512_fmadd_ps(a, b, c); }
};

constexpr Kernels kKernels = Body<Avx512>::table("avx512", GradientBody<Avx512>::table());

}  // namespace

const Kernels& avx512_kernels() { return kKernels; }

}  // namespace jungle::winograd
