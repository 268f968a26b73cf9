#include "nn/torch/bfloat16_support.hpp"

#include <array>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

namespace jungle {

bool bfloat16_is_fast() {
  std::ifstream file("/proc/cpuinfo");
  const std::string cpuinfo{std::istreambuf_iterator<char>(file), {}};
  std::optional<std::string_view> max_cpu_isa;
  for (const char* variable : {"DNNL_MAX_CPU_ISA", "ONEDNN_MAX_CPU_ISA"}) {
    if (const char* value = std::getenv(variable)) max_cpu_isa = value;
  }
  return bfloat16_is_fast(cpuinfo, max_cpu_isa);
}

bool bfloat16_is_fast(std::string_view cpuinfo, std::optional<std::string_view> max_cpu_isa) {
  constexpr std::array<std::string_view, 9> kWithoutBfloat16 = {
      "SSE41",           "AVX",         "AVX2",
      "AVX2_VNNI",       "AVX2_VNNI_2", "AVX512_MIC",
      "AVX512_MIC_4OPS", "AVX512_CORE", "AVX512_CORE_VNNI"};
  for (const std::string_view isa : kWithoutBfloat16) {
    if (max_cpu_isa == isa) return false;
  }
  return cpuinfo.find(" avx512_bf16") != std::string_view::npos ||
         cpuinfo.find(" amx_bf16") != std::string_view::npos;
}

}  // namespace jungle
