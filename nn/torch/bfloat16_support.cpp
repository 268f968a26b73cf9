#include "nn/torch/bfloat16_support.hpp"

#include <fstream>
#include <iterator>
#include <string>

#include "nn/winograd/instruction_limit.hpp"

namespace jungle {

bool bfloat16_is_fast() {
  std::ifstream file("/proc/cpuinfo");
  const std::string cpuinfo{std::istreambuf_iterator<char>(file), {}};
  return bfloat16_is_fast(cpuinfo, instruction_set_limit());
}

bool bfloat16_is_fast(std::string_view cpuinfo, std::string_view limit) {
  const bool allowed =
      limit.empty() || limit == "DEFAULT" || limit == "ALL" || limit.find("AMX") != std::string_view::npos;
  return allowed && cpuinfo.find(" amx_bf16") != std::string_view::npos;
}

}  // namespace jungle
