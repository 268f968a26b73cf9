#pragma once
// Whether training in bfloat16 is faster than in float32 here. The rule: the processor multiplies matrices of
// bfloat16 (amx_bf16 in /proc/cpuinfo), and ONEDNN_MAX_CPU_ISA (or DNNL_MAX_CPU_ISA), if set, does not forbid
// it. With vector instructions alone (avx512_bf16) our float32 convolutions, of a third of the products, are
// 1.3 times as fast (c64b6; c32b4 1.2; Zen 5); without any, oneDNN emulates bfloat16 or refuses it.

#include <optional>
#include <string_view>

namespace jungle {

bool bfloat16_is_fast();

// The rule itself: the contents of /proc/cpuinfo and the value of the variable.
bool bfloat16_is_fast(std::string_view cpuinfo, std::optional<std::string_view> max_cpu_isa);

}  // namespace jungle
