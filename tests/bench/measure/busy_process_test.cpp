#include "bench/measure/busy_process.hpp"

#include <cerrno>

#include <gtest/gtest.h>
#include <sys/wait.h>

namespace jungle::bench {
namespace {

TEST(BusyProcess, RunsUntilTheObjectGoesAndLeavesNothing) {
  {
    const BusyProcess busy;
    EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), 0) << "a child that runs";
  }
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
}

}  // namespace
}  // namespace jungle::bench
