#include "bench/measure/comparison.hpp"

#include <gtest/gtest.h>

namespace jungle::bench {
namespace {

Row row(const std::string& name, double ours, double naive) {
  return with_rates({.part = name, .name = name, .what = "work", .unit = "items/s"},
                    {.ours = ours, .naive = naive, .ratio = ours / naive, .spread = 0, .rounds = 1});
}

Report report(std::vector<Row> rows) {
  Report report;
  report.facts.evaluator = "winograd, float32, avx2, c64b6 1";
  report.rows = std::move(rows);
  return report;
}

TEST(BenchComparison, ARatioThatFellByMoreThanAllowedIsLost) {
  const Comparison found = compare(report({row("a", 80, 10), row("b", 95, 10), row("c", 200, 10)}),
                                   report({row("a", 100, 10), row("b", 100, 10), row("c", 100, 10)}), 0.1);
  ASSERT_EQ(found.changes.size(), 3U);
  EXPECT_TRUE(found.any_lost());
  EXPECT_TRUE(found.find("a")->lost);
  EXPECT_FALSE(found.find("b")->lost);
  EXPECT_FALSE(found.find("c")->lost);
  EXPECT_DOUBLE_EQ(*found.find("c")->ratio, 1);
  EXPECT_TRUE(found.warnings.empty());
}

TEST(BenchComparison, AMachineThatIsHalfAsFastLosesNothing) {
  const Comparison found = compare(report({row("a", 50, 5)}), report({row("a", 100, 10)}), 0.1);
  EXPECT_FALSE(found.any_lost());
  EXPECT_DOUBLE_EQ(*found.find("a")->ours, -0.5);
}

TEST(BenchComparison, RowsOfOtherSettingsAreNotCompared) {
  Report stored = report({row("a", 100, 1)});
  stored.rows[0].what = "other work";
  const Comparison found = compare(report({row("a", 1, 1)}), stored, 0.1);
  EXPECT_TRUE(found.changes.empty());
  ASSERT_EQ(found.warnings.size(), 1U);
  EXPECT_NE(found.warnings[0].find("other work"), std::string::npos);
}

TEST(BenchComparison, RowsAndRatiosThatAreGoneAreSaid) {
  Report now = report({row("a", 1, 1)});
  now.rows[0].ratio.reset();
  Report stored = report({row("a", 1, 1), row("b", 1, 1)});
  stored.rows[1].part = "a";
  EXPECT_EQ(compare(now, stored, 0.1).warnings.size(), 2U);
  stored.rows[1].part = "b";  // a part that was not asked for
  EXPECT_EQ(compare(now, stored, 0.1).warnings.size(), 1U);
}

TEST(BenchComparison, AnotherMachineOrInstructionSetIsSaidAnotherNetOfOneRowIsNot) {
  Report stored = report({row("a", 1, 1)});
  stored.facts.evaluator = "winograd, float32, avx2, c32b4 2";
  EXPECT_TRUE(compare(report({row("a", 1, 1)}), stored, 0.1).warnings.empty());
  stored.facts.evaluator = "onednn 2, bfloat16, avx512_core_amx, c64b6 1";
  stored.facts.cpu = "another";
  EXPECT_EQ(compare(report({row("a", 1, 1)}), stored, 0.1).warnings.size(), 2U);
}

}  // namespace
}  // namespace jungle::bench
