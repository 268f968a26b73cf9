#include "nn/torch/bfloat16_support.hpp"

#include <gtest/gtest.h>

namespace jungle {
namespace {

TEST(Bfloat16Support, NeedsMatrixInstructions) {
  EXPECT_TRUE(bfloat16_is_fast("flags\t\t: fpu avx512f avx512_bf16 amx_bf16\n", ""));
  EXPECT_TRUE(bfloat16_is_fast("flags\t\t: fpu avx2 amx_bf16\n", ""));
  EXPECT_FALSE(bfloat16_is_fast("flags\t\t: fpu avx2 avx512f avx512_bf16\n", ""));
  EXPECT_FALSE(bfloat16_is_fast("", ""));
}

TEST(Bfloat16Support, ObeysTheLimitSetForOneDnn) {
  const std::string_view cpuinfo = "flags : avx512_bf16 amx_bf16\n";
  EXPECT_FALSE(bfloat16_is_fast(cpuinfo, "AVX2"));
  EXPECT_FALSE(bfloat16_is_fast(cpuinfo, "AVX512_CORE"));
  EXPECT_FALSE(bfloat16_is_fast(cpuinfo, "AVX512_CORE_BF16"));
  EXPECT_TRUE(bfloat16_is_fast(cpuinfo, "AVX512_CORE_AMX"));
  EXPECT_TRUE(bfloat16_is_fast(cpuinfo, "DEFAULT"));
}

}  // namespace
}  // namespace jungle
