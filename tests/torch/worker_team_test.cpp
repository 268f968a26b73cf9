#include "nn/torch/worker_team.hpp"

#include <array>
#include <atomic>
#include <stdexcept>

#include <gtest/gtest.h>

namespace jungle {
namespace {

TEST(WorkerTeam, DoesEachJobOnce) {
  WorkerTeam team(3, [] {});
  for (int round = 0; round < 200; ++round) {
    std::array<std::atomic<int>, 7> done{};
    team.run(7, [&](int job) { ++done[static_cast<std::size_t>(job)]; });
    for (const auto& count : done) ASSERT_EQ(count, 1);
  }
}

thread_local bool this_thread_was_started = false;

TEST(WorkerTeam, WorksOnItsOwnThreadsAfterStartingThem) {
  WorkerTeam team(2, [] { this_thread_was_started = true; });
  std::atomic<int> strangers = 0;
  team.run(16, [&](int) { strangers += !this_thread_was_started; });
  EXPECT_EQ(strangers, 0);
  EXPECT_FALSE(this_thread_was_started);
}

TEST(WorkerTeam, ThrowsTheFirstFailureAfterAllJobsEnded) {
  WorkerTeam team(2, [] {});
  std::atomic<int> ended = 0;
  try {
    team.run(8, [&](int job) {
      ++ended;
      if (job == 3 || job == 6) throw std::runtime_error("job " + std::to_string(job));
    });
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "job 3");
  }
  EXPECT_EQ(ended, 8);
  team.run(1, [&](int) { ++ended; });
  EXPECT_EQ(ended, 9);
}

}  // namespace
}  // namespace jungle
