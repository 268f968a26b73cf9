#include "nn/torch/bfloat16_support.hpp"

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
  const bool allowed = !max_cpu_isa || *max_cpu_isa == "DEFAULT" || *max_cpu_isa == "ALL" ||
                       max_cpu_isa->find("AMX") != std::string_view::npos;
  return allowed && cpuinfo.find(" amx_bf16") != std::string_view::npos;
}

}  // namespace jungle
