#include "core/util/cpu_time.hpp"

#include <ctime>

#include "core/util/check.hpp"

namespace jungle {

double process_cpu_seconds() {
  timespec time{};
  JUNGLE_CHECK(clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time) == 0);  // the clock is there on every Linux
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

}  // namespace jungle
