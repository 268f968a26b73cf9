// A program of its own, since it replaces the global operator new to count its calls.

#include <gtest/gtest.h>

#include "nn/cpu_evaluator.hpp"
#include "tests/support/allocation_counter.hpp"
#include "tests/support/sample_positions.hpp"

namespace jungle {
namespace {

TEST(CpuEvaluatorAllocation, NoneOnceWarmAtAnyBatchSize) {
  const auto model = std::make_shared<const Model>(random_weights({}, 1));
  const auto evaluator = make_cpu_evaluator(model, {.precision = Precision::kFloat32});
  ASSERT_TRUE(evaluator) << evaluator.error();
  const RuleSet rules;
  const std::vector<test::SamplePosition> positions = test::sample_positions(rules, 100, 1);
  std::vector<EvalRequest> requests;
  for (const test::SamplePosition& position : positions) requests.push_back(position.request(rules));
  std::vector<EvalResult> results(requests.size());
  const auto evaluate = [&](std::size_t size) {
    (*evaluator)->evaluate(std::span(requests).first(size), std::span(results).first(size));
  };
  EXPECT_GT(test::allocations_of([&] { evaluate(1); }), 0) << "the counter counts";
  for (const std::size_t size : {1U, 7U, 64U, 100U})
    EXPECT_EQ(test::allocations_of([&] { evaluate(size); }), 0) << "batch of " << size;
}

}  // namespace
}  // namespace jungle
