#pragma once
// What this program was built from. Goes into `jungle --version` and the manifests of runs.

#include <string>

namespace jungle {

std::string program_version();  // "0.1.0"
std::string build_commit();     // "1a2b3c4", "1a2b3c4-dirty", or "unknown" outside a git checkout
std::string build_compiler();   // "GCC 12.2.0"
std::string build_target();     // "native: avx2 avx512 amx-bf16"

std::string version_text();  // all of it, for people

}  // namespace jungle
