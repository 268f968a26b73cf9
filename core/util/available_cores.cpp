#include "core/util/available_cores.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <string>
#include <thread>

#include <sched.h>

namespace jungle {
namespace {

// Both files hold "<quota> <period>" in microseconds between them; "max" or -1 is no quota.
double cgroup_quota() {
  std::string quota;
  double period = 0;
  if (std::ifstream version2("/sys/fs/cgroup/cpu.max"); version2 >> quota >> period) {
  } else {
    std::ifstream quota_file("/sys/fs/cgroup/cpu/cpu.cfs_quota_us");
    std::ifstream period_file("/sys/fs/cgroup/cpu/cpu.cfs_period_us");
    if (!(quota_file >> quota) || !(period_file >> period)) return HUGE_VAL;
  }
  const double microseconds = quota == "max" ? -1 : std::strtod(quota.c_str(), nullptr);
  return microseconds > 0 && period > 0 ? microseconds / period : HUGE_VAL;
}

}  // namespace

int available_cores() {
  cpu_set_t set;
  const bool known = sched_getaffinity(0, sizeof(set), &set) == 0;
  const int allowed = known ? CPU_COUNT(&set) : static_cast<int>(std::thread::hardware_concurrency());
  return std::max(1, static_cast<int>(std::min<double>(allowed, std::ceil(cgroup_quota()))));
}

}  // namespace jungle
