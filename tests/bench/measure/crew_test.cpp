#include "bench/measure/crew.hpp"

#include <stdexcept>

#include <gtest/gtest.h>

#include "search/uniform_evaluator.hpp"

namespace jungle::bench {
namespace {

class FailingEvaluator final : public Evaluator {
 public:
  void evaluate(std::span<const EvalRequest>, std::span<EvalResult>) override {
    throw std::runtime_error("no more");
  }
  int max_batch() const override { return 64; }
  std::uint64_t id() const override { return 1; }
  std::string description() const override { return "failing"; }
};

template <typename EvaluatorType>
MeasureSetup setup_with() {
  MeasureSetup setup;
  setup.make_evaluator = [](const std::shared_ptr<const Model>&, Precision,
                            int) -> Result<std::unique_ptr<Evaluator>> {
    return std::unique_ptr<Evaluator>(std::make_unique<EvaluatorType>());
  };
  return setup;
}

TEST(Crew, EveryThreadEvaluatesABatchAtLeast) {
  const auto crew = Crew::make(setup_with<UniformEvaluator>(), {.threads = 3, .slots = 4, .visits = 8});
  ASSERT_TRUE(crew);
  EXPECT_GE((*crew)->play(0).items, 3 * 4);
  EXPECT_GE((*crew)->evaluate(0).items, 3 * 4);
}

TEST(Crew, TimesAreThoseOfPlayAlone) {
  const auto crew = Crew::make(setup_with<UniformEvaluator>(), {.threads = 2, .slots = 4, .visits = 8});
  ASSERT_TRUE(crew);
  (*crew)->evaluate(0);
  EXPECT_EQ((*crew)->times().tree, 0);
  const Sample sample = (*crew)->play(0.01);
  const SelfPlayTimes& times = (*crew)->times();
  EXPECT_GT(times.tree, 0);
  EXPECT_NEAR(times.tree + times.encode + times.infer + times.other, 2 * sample.seconds, 1e-9);
}

TEST(Crew, GamesGoOnFromTurnToTurn) {
  const auto crew = Crew::make(setup_with<UniformEvaluator>(), {.threads = 1, .slots = 1, .visits = 8});
  ASSERT_TRUE(crew);
  (*crew)->settle(10);  // ends with the first search, long before
  const double tree = (*crew)->times().tree;
  EXPECT_EQ(tree, 0) << "settling is not counted";
  EXPECT_GE((*crew)->play(0).items, 1);
  EXPECT_GE((*crew)->evaluate(0).items, 1);
  EXPECT_GE((*crew)->play(0).items, 1);
}

TEST(Crew, WhatAThreadThrowsIsThrown) {
  const auto crew = Crew::make(setup_with<FailingEvaluator>(), {.threads = 2, .slots = 4, .visits = 8});
  ASSERT_TRUE(crew);
  EXPECT_THROW((*crew)->play(0), std::runtime_error);
  EXPECT_THROW((*crew)->evaluate(0), std::runtime_error);
}

TEST(Crew, SaysWhyThereIsNoEvaluator) {
  MeasureSetup setup;
  setup.make_evaluator = [](const std::shared_ptr<const Model>&, Precision, int) {
    return Result<std::unique_ptr<Evaluator>>(Error{"not built"});
  };
  const auto crew = Crew::make(setup, {});
  ASSERT_FALSE(crew);
  EXPECT_EQ(crew.error(), "not built");
}

}  // namespace
}  // namespace jungle::bench
