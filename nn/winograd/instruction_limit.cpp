#include "nn/winograd/instruction_limit.hpp"

#include <cctype>
#include <cstdlib>

namespace jungle {

std::string instruction_set_limit() {
  for (const char* variable : {"ONEDNN_MAX_CPU_ISA", "DNNL_MAX_CPU_ISA"}) {
    const char* value = std::getenv(variable);
    if (value == nullptr || *value == '\0') continue;
    std::string limit = value;
    for (char& c : limit) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    return limit;
  }
  return "";
}

}  // namespace jungle
