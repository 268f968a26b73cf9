#include "app/version.hpp"

#include <fmt/format.h>

#include "version_data.hpp"  // written by cmake/JungleVersion.cmake

namespace jungle {

std::string program_version() { return JUNGLE_VERSION; }
std::string build_commit() { return JUNGLE_COMMIT; }

std::string build_compiler() {
#ifdef __clang__
  return fmt::format("Clang {}.{}.{}", __clang_major__, __clang_minor__, __clang_patchlevel__);
#else
  return fmt::format("GCC {}.{}.{}", __GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__);
#endif
}

std::string build_target() {
  std::string target = JUNGLE_TARGET;
  target += ":";
#ifdef __AVX2__
  target += " avx2";
#endif
#ifdef __AVX512F__
  target += " avx512";
#endif
#ifdef __AVX512BF16__
  target += " avx512-bf16";
#endif
#ifdef __AMX_BF16__
  target += " amx-bf16";
#endif
  return target;
}

std::string version_text() {
  return fmt::format("jungle {} (commit {})\n{}, {}", program_version(), build_commit(), build_compiler(),
                     build_target());
}

}  // namespace jungle
