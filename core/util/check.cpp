#include "core/util/check.hpp"

#include <cstdio>
#include <cstdlib>

namespace jungle {

void check_failed(const char* condition, const char* file, int line) {
  std::fprintf(stderr, "jungle: internal error: %s does not hold (%s:%d)\n", condition, file, line);
  std::abort();
}

}  // namespace jungle
