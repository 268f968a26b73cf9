// Traps: rank 0 for the enemy who stands there. Red's are c1 e1 d2, Blue's c9 e9 d8. Expected moves written
// by hand.

#include "tests/core/core_test_helpers.hpp"

namespace jungle::test {
namespace {

const RuleSet& full_attack() {
  static const RuleSet rules = wango_with({{"trapped_attack", "full"}});
  return rules;
}
const RuleSet& everyone() {
  static const RuleSet rules = wango_with({{"trap_scope", "everyone"}});
  return rules;
}
const RuleSet& everyone_full_attack() {
  static const RuleSet rules = wango_with({{"trap_scope", "everyone"}, {"trapped_attack", "full"}});
  return rules;
}

TEST(Trap, AnyAnimalTakesATrappedEnemy) {
  for (std::string_view animal : {"R", "C", "D", "W", "P", "T", "L", "E"}) {
    const std::string a(animal);
    EXPECT_EQ(targets_text("7/7/7/7/7/7/3" + a + "3/3e3/7 r", "d3"), "c3 d2 d4 e3") << animal;
    EXPECT_EQ(targets_text("7/7/7/7/7/7/7/2" + a + "4/2l4 r", "c2"), "b2 c1 c3 d2") << animal;
    EXPECT_EQ(targets_text("7/7/7/7/7/7/7/7/4t" + a + "1 r", "f1"), "e1 f2 g1") << animal;
  }
  EXPECT_EQ(targets_text("7/3E3/3c3/7/7/7/7/7/7 b", "d7"), "c7 d6 d8 e7");
  EXPECT_EQ(targets_text("1rL4/7/7/7/7/7/7/7/7 b", "b9"), "a9 b8 c9");
}

TEST(Trap, TheElephantTakesATrappedRat) {
  EXPECT_EQ(targets_text("7/7/7/7/7/7/3E3/3r3/7 r", "d3"), "c3 d2 d4 e3");
  EXPECT_EQ(targets_text("7/7/7/7/7/7/3Er2/7/7 r", "d3"), "c3 d2 d4");
}

TEST(Trap, OwnTrapsDoNothingToOwnAnimals) {
  EXPECT_EQ(targets_text("7/3w3/3C3/7/7/7/7/7/7 r", "d7"),
            "c7 d6 e7");  // Blue's wolf on Blue's trap keeps its rank
  EXPECT_EQ(targets_text("7/3w3/3C3/7/7/7/7/7/7 b", "d8"), "c8 d7 e8");  // and captures from there
  EXPECT_EQ(targets_text("7/7/7/7/7/7/3C3/3w3/7 b", "d2"), "c2 d1 e2");  // on Red's it does not
}

TEST(Trap, ATrappedAnimalCapturesNothing) {
  EXPECT_EQ(targets_text("7/2cL3/7/7/7/7/7/7/7 r", "d8"), "d7 d9 e8");
  EXPECT_EQ(targets_text("7/2eR3/7/7/7/7/7/7/7 r", "d8"), "d7 d9 e8");
  EXPECT_EQ(targets_text("7/2rR3/7/7/7/7/7/7/7 r", "d8"), "d7 d9 e8");
  EXPECT_EQ(targets_text("1cE4/2d4/7/7/7/7/7/7/7 r", "c9"), "d9");
}

TEST(Trap, WithFullAttackATrappedAnimalCapturesByItsOwnRank) {
  EXPECT_EQ(targets_text("7/2cL3/7/7/7/7/7/7/7 r", "d8", full_attack()), "c8 d7 d9 e8");
  EXPECT_EQ(targets_text("7/2eR3/7/7/7/7/7/7/7 r", "d8", full_attack()), "c8 d7 d9 e8");
  EXPECT_EQ(targets_text("7/2lT3/7/7/7/7/7/7/7 r", "d8", full_attack()), "d7 d9 e8");
  EXPECT_EQ(targets_text("7/2rE3/7/7/7/7/7/7/7 r", "d8", full_attack()),
            "d7 d9 e8");  // not the rat's elephant
}

TEST(Trap, WithFullAttackATrappedAnimalIsStillTakenByAnything) {
  EXPECT_EQ(targets_text("7/2rL3/7/7/7/7/7/7/7 b", "c8", full_attack()), "b8 c7 c9 d8");
}

TEST(Trap, ATrappedAnimalMayWalkOffOrIntoTheDen) {
  EXPECT_EQ(targets_text("7/3R3/7/7/7/7/7/7/6e r", "d8"), "c8 d7 d9 e8");
  EXPECT_EQ(targets_text("2E4/7/7/7/7/7/7/7/6e r", "c9"), "b9 c8 d9");
}

TEST(Trap, ForEveryoneAnyTrapTakesTheRankOfWhoStandsThere) {
  EXPECT_EQ(targets_text("7/3w3/3C3/7/7/7/7/7/7 r", "d7", everyone()), "c7 d6 d8 e7");
  EXPECT_EQ(targets_text("7/3r3/3E3/7/7/7/7/7/7 r", "d7", everyone()), "c7 d6 d8 e7");
  EXPECT_EQ(targets_text("7/3E3/3c3/7/7/7/7/7/7 b", "d7", everyone()),
            "c7 d6 d8 e7");  // the enemy's still does
}

TEST(Trap, ForEveryoneTheOwnTrapDisarmsToo) {
  EXPECT_EQ(targets_text("7/3w3/3C3/7/7/7/7/7/7 b", "d8", everyone()), "c8 e8");
  EXPECT_EQ(targets_text("7/3w3/3C3/7/7/7/7/7/7 b", "d8", everyone_full_attack()), "c8 d7 e8");
  EXPECT_EQ(targets_text("7/3c3/3W3/7/7/7/7/7/7 b", "d8", everyone_full_attack()), "c8 e8");
}

TEST(Trap, WikipediaAndLeidenLetTheTrappedAttack) {
  EXPECT_EQ(targets_text("7/2cL3/7/7/7/7/7/7/7 r", "d8", preset("wikipedia")), "c8 d7 d9 e8");
  EXPECT_EQ(targets_text("7/2cL3/7/7/7/7/7/7/7 r", "d8", preset("leiden")), "c8 d7 d9 e8");
  for (std::string_view name : {"wango", "kawu", "panther", "halfmove60"})
    EXPECT_EQ(targets_text("7/2cL3/7/7/7/7/7/7/7 r", "d8", preset(name)), "d7 d9 e8") << name;
}

}  // namespace
}  // namespace jungle::test
