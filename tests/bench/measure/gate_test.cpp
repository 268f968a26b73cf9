#include "bench/measure/gate.hpp"

#include <atomic>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace jungle::bench {
namespace {

TEST(Gate, NobodyWorksWhileItIsClosed) {
  constexpr int kThreads = 3;
  Gate gate(kThreads);
  std::atomic<int> steps = 0;
  std::atomic<bool> stop = false;
  std::vector<std::jthread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&] {
      while (!stop) {
        gate.pass();
        ++steps;
      }
      gate.leave();
    });
  }
  gate.close();
  EXPECT_EQ(steps, 0);
  for (int round = 0; round < 3; ++round) {
    const int before = steps;
    gate.open();
    while (steps == before) std::this_thread::yield();
    gate.close();
    const int after = steps;
    std::this_thread::yield();
    EXPECT_EQ(steps, after);
  }
  EXPECT_TRUE(gate.all_present());
  stop = true;
  gate.open();
  threads.clear();
  gate.close();  // nobody is left to wait for
  EXPECT_FALSE(gate.all_present());
}

}  // namespace
}  // namespace jungle::bench
