#include "selfplay/truth/truth_sample.hpp"

#include <algorithm>
#include <cstdint>
#include <map>

#include <gtest/gtest.h>

#include "core/game.hpp"
#include "core/movegen.hpp"
#include "core/packed_position.hpp"
#include "core/util/random.hpp"

namespace jungle {
namespace {

std::uint64_t hash_of(const std::vector<Position>& positions) {
  std::uint64_t hash = 0;
  for (const Position& position : positions) {
    const PackedPosition packed = pack(position);
    for (const std::uint64_t word : {packed.low, packed.high}) {
      hash ^= word;
      hash = splitmix64(hash);
    }
  }
  return hash;
}

// Figures of nets are compared over years: a changed sample makes them other figures.
TEST(TruthSample, IsTheSameForEverybody) {
  const RuleSet rules;
  EXPECT_EQ(hash_of(truth_sample(rules, 2, 1000)), 0x45899b29ff005b1fU);
  EXPECT_EQ(hash_of(truth_sample(rules, 3, 1000)), 0xaf7f74c530efc2d7U);
  EXPECT_EQ(hash_of(truth_sample(rules, 4, 1000)), 0x50f6666e5f574915U);
}

TEST(TruthSample, AShortOneIsTheBeginningOfALongOne) {
  const RuleSet rules;
  const std::vector<Position> some = truth_sample(rules, 3, 50);
  std::vector<Position> more = truth_sample(rules, 3, 80);
  more.erase(more.begin() + 50, more.end());
  EXPECT_EQ(some, more);
}

TEST(TruthSample, HoldsUnfinishedPositionsWithAChoiceUnderEveryRuleSet) {
  for (const std::string_view name : RuleSet::preset_names()) {
    const RuleSet rules = *RuleSet::preset(name);
    for (int animals = 2; animals <= 5; ++animals) {
      for (const Position& position : truth_sample(rules, animals, 300)) {
        EXPECT_EQ(position.occupied().count(), animals);
        EXPECT_TRUE(Game(rules, position).outcome().is_ongoing());
        EXPECT_GE(count_legal(position, rules), 2);
        EXPECT_EQ(position.plies_since_capture(), 0);
      }
    }
  }
}

TEST(TruthSample, MaterialsAndSidesToMoveAreDrawnEvenly) {
  std::map<std::uint64_t, int> by_material;
  int red_to_move = 0;
  constexpr int kEach = 200;
  for (const Position& position : truth_sample(RuleSet(), 2, 64 * kEach)) {
    std::uint64_t material = 0;
    for (const Side side : kSides) {
      for (const Animal animal : kAllAnimals)
        material = material * 2 + (position.animal(side, animal).any() ? 1 : 0);
    }
    ++by_material[material];
    red_to_move += position.side_to_move() == Side::kRed ? 1 : 0;
  }
  EXPECT_EQ(by_material.size(), 64U);
  for (const auto& [material, count] : by_material) EXPECT_NEAR(count, kEach, 60) << material;  // 4 sigma
  EXPECT_NEAR(red_to_move, 32 * kEach, 250);
}

}  // namespace
}  // namespace jungle
