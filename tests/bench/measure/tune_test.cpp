#include "bench/measure/tune.hpp"

#include <gtest/gtest.h>

#include "search/uniform_evaluator.hpp"

namespace jungle::bench {
namespace {

TEST(Tune, OfEquallyFastSettingsTheSmallestBatchIsBest) {
  const TuneCell best = best_of({{.threads = 1, .batch = 8, .rate = 50},
                                 {.threads = 2, .batch = 8, .rate = 90},
                                 {.threads = 2, .batch = 16, .rate = 99},
                                 {.threads = 2, .batch = 64, .rate = 100}});
  EXPECT_EQ(best.threads, 2);
  EXPECT_EQ(best.batch, 16);
}

TEST(Tune, OfEqualBatchesTheFewestThreadsAreBest) {
  EXPECT_EQ(
      best_of({{.threads = 4, .batch = 8, .rate = 100}, {.threads = 2, .batch = 8, .rate = 99}}).threads, 2);
}

TEST(Tune, TriesOneThreadHalfOfThemAndAll) {
  MeasureSetup setup;
  setup.threads = 4;
  setup.make_evaluator = [](const std::shared_ptr<const Model>&, Precision,
                            int) -> Result<std::unique_ptr<Evaluator>> {
    return std::unique_ptr<Evaluator>(std::make_unique<UniformEvaluator>());
  };
  const auto tuning = tune(setup, 0.01);
  ASSERT_TRUE(tuning);
  for (const TuneTable* table : {&tuning->self_play, &tuning->search}) {
    std::vector<int> threads;
    for (const TuneCell& cell : table->cells) {
      if (threads.empty() || threads.back() != cell.threads) threads.push_back(cell.threads);
      EXPECT_GT(cell.rate, 0);
    }
    EXPECT_EQ(threads, (std::vector{1, 2, 4}));
  }
}

}  // namespace
}  // namespace jungle::bench
