#pragma once
// The instruction set that ONEDNN_MAX_CPU_ISA (where empty or absent, DNNL_MAX_CPU_ISA) allows at most, in
// capitals as oneDNN reads it: "AVX2"; empty: no limit. People who compare instruction sets know oneDNN's
// variable, so it rules everything of ours too.

#include <string>

namespace jungle {

std::string instruction_set_limit();

}  // namespace jungle
