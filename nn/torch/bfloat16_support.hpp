#pragma once
// Whether training in bfloat16 is faster than in float32 here. The rule: the processor multiplies matrices of
// bfloat16 (amx_bf16 in /proc/cpuinfo), and ONEDNN_MAX_CPU_ISA (or DNNL_MAX_CPU_ISA), if set, does not forbid
// it. With vector instructions alone (avx512_bf16) our float32 convolutions, of a third of the products, are
// 1.2 to 1.3 times as fast (Zen 5, `jungle_bench --benchmark_filter=^train/`, d9206ef); without any, oneDNN
// emulates bfloat16 or refuses it.

#include <string_view>

namespace jungle {

bool bfloat16_is_fast();

// The rule itself: the contents of /proc/cpuinfo and the limit (nn/winograd/instruction_limit.hpp).
bool bfloat16_is_fast(std::string_view cpuinfo, std::string_view limit);

}  // namespace jungle
