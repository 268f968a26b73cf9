#include "selfplay/truth/truth_json.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace jungle {
namespace {

TEST(TruthJson, TellsEachFigureWithItsIntervalAndCount) {
  TruthGroup group{.animals = 3, .baseline = {}, .raw = {}, .search = {}};
  group.baseline.positions = 4;
  group.baseline.won = 3;
  group.baseline.drawn = 1;
  for (const double share : {1.0, 0.5, 0.5, 1.0}) group.baseline.random_kept.add(share);
  group.raw.right = {.hits = 81, .of = 263};
  group.raw.kept = {.hits = 4, .of = 4};
  group.raw.plies_lost.add(6);
  const auto json = to_json(std::vector{group});
  ASSERT_EQ(json.size(), 1U);
  EXPECT_EQ(json[0]["animals"], 3);
  EXPECT_EQ(json[0]["won"], 3);
  EXPECT_EQ(json[0]["random_kept"], 0.75);
  EXPECT_LT(json[0]["random_kept_low"], 0.75);
  EXPECT_NEAR(json[0]["raw"]["right_high"].get<double>(), 0.3662, 5e-5);
  EXPECT_EQ(json[0]["raw"]["kept"], 1.0);
  EXPECT_EQ(json[0]["raw"]["wins_kept"], 1);
  EXPECT_EQ(json[0]["raw"]["plies_lost"], 6.0);
  EXPECT_TRUE(json[0]["search"].is_null());
}

}  // namespace
}  // namespace jungle
