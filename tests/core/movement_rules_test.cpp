// How animals move when nothing is captured: steps, water, leaps, dens. Expected moves written by hand from
// docs/rules.md.

#include "tests/core/core_test_helpers.hpp"

namespace jungle::test {
namespace {

TEST(Movement, AnAnimalStepsOneSquareUpDownLeftOrRight) {
  EXPECT_EQ(legal_moves_text("e6/7/7/7/7/7/7/2W4/7 r"), "c2b2 c2c1 c2c3 c2d2");
}

TEST(Movement, TheEdgeOfTheBoardIsNotCrossed) {
  EXPECT_EQ(legal_moves_text("e6/7/7/7/7/7/7/7/C6 r"), "a1a2 a1b1");
  EXPECT_EQ(legal_moves_text("6C/7/7/7/7/7/7/7/e6 r"), "g9f9 g9g8");
  EXPECT_EQ(legal_moves_text("e6/7/7/7/7/7/7/6C/7 r"), "g2f2 g2g1 g2g3");
  EXPECT_EQ(legal_moves_text("e6/7/7/7/7/7/C6/7/7 r"), "a3a2 a3a4 a3b3");
}

TEST(Movement, OwnAnimalsAreInTheWay) {
  EXPECT_EQ(legal_moves_text("e6/7/7/7/7/7/1C5/1WD4/7 r"), "b2a2 b2b1 b3a3 b3c3 c2c1 c2c3 c2d2");
}

TEST(Movement, OnlyTheSideToMoveMoves) { EXPECT_EQ(legal_moves_text("e6/7/7/7/7/7/7/2W4/7 b"), "a9a8 a9b9"); }

TEST(Movement, TheStartHasTwentyFourMovesForEitherSide) {
  EXPECT_EQ(legal_moves_text("l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L r"),
            "a1a2 a1b1 a3a2 a3a4 a3b3 b2a2 b2b1 b2b3 b2c2 c3b3 c3c2 c3d3 "
            "e3d3 e3e2 e3f3 f2e2 f2f1 f2f3 f2g2 g1f1 g1g2 g3f3 g3g2 g3g4");
  EXPECT_EQ(legal_moves_text("l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L b"),
            "a7a6 a7a8 a7b7 a9a8 a9b9 b8a8 b8b7 b8b9 b8c8 c7b7 c7c8 c7d7 "
            "e7d7 e7e8 e7f7 f8e8 f8f7 f8f9 f8g8 g7f7 g7g6 g7g8 g9f9 g9g8");
}

TEST(Water, OnlyTheRatEnters) {
  EXPECT_EQ(targets_text("7/7/7/7/R6/7/7/7/6e r", "a5"), "a4 a6 b5");
  for (std::string_view text : {"7/7/7/7/C6/7/7/7/6e r", "7/7/7/7/D6/7/7/7/6e r", "7/7/7/7/W6/7/7/7/6e r",
                                "7/7/7/7/P6/7/7/7/6e r", "7/7/7/7/E6/7/7/7/6e r"})
    EXPECT_EQ(targets_text(text, "a5"), "a4 a6") << text;
}

TEST(Water, BothRiversCloseTheMiddleColumn) {
  EXPECT_EQ(targets_text("7/7/7/7/3C3/7/7/7/6e r", "d5"), "d4 d6");
}

TEST(Water, TheRatSwimsAndLeavesToAnyEmptyBank) {
  EXPECT_EQ(targets_text("7/7/7/7/1R5/7/7/7/6e r", "b5"), "a5 b4 b6 c5");
  EXPECT_EQ(targets_text("7/7/7/2R4/7/7/7/7/6e r", "c6"), "b6 c5 c7 d6");
  EXPECT_EQ(targets_text("7/7/7/7/7/5R1/7/7/6e r", "f4"), "e4 f3 f5 g4");
}

TEST(Leap, LionAndTigerCrossARiverBothWays) {
  EXPECT_EQ(targets_text("7/7/7/7/L6/7/7/7/6e r", "a5"), "a4 a6 d5");
  EXPECT_EQ(targets_text("7/7/7/7/T6/7/7/7/6e r", "a5"), "a4 a6 d5");
  EXPECT_EQ(targets_text("7/7/7/7/3L3/7/7/7/6e r", "d5"), "a5 d4 d6 g5");
  EXPECT_EQ(targets_text("7/7/7/6T/7/7/7/7/6e r", "g6"), "d6 g5 g7");
  EXPECT_EQ(targets_text("7/7/7/7/7/7/1L5/7/6e r", "b3"), "a3 b2 b7 c3");
  EXPECT_EQ(targets_text("7/7/4T2/7/7/7/7/7/6e r", "e7"), "d7 e3 e8 f7");
}

TEST(Leap, NoRiverNoLeap) {
  EXPECT_EQ(targets_text("7/7/3L3/7/7/7/7/7/6e r", "d7"), "c7 d6 d8 e7");
  EXPECT_EQ(targets_text("7/7/L6/7/7/7/7/7/6e r", "a7"), "a6 a8 b7");
}

TEST(Leap, OtherAnimalsDoNotLeap) {
  EXPECT_EQ(targets_text("7/7/7/7/7/7/1P5/7/6e r", "b3"), "a3 b2 c3");
  EXPECT_EQ(targets_text("7/7/7/7/7/7/1E5/7/6e r", "b3"), "a3 b2 c3");
}

TEST(Leap, ARatOfEitherSideOnAnyWaterSquareBetweenBlocks) {
  for (std::string_view rat : {"R", "r"}) {
    const std::string r(rat);
    EXPECT_EQ(targets_text("7/7/7/7/L" + r + "5/7/7/7/6e r", "a5"), "a4 a6") << rat;
    EXPECT_EQ(targets_text("7/7/7/7/L1" + r + "4/7/7/7/6e r", "a5"), "a4 a6") << rat;
    EXPECT_EQ(targets_text("7/7/7/1" + r + "5/7/7/1T5/7/6e r", "b3"), "a3 b2 c3") << rat;
    EXPECT_EQ(targets_text("7/7/7/7/1" + r + "5/7/1T5/7/6e r", "b3"), "a3 b2 c3") << rat;
    EXPECT_EQ(targets_text("7/7/7/7/7/1" + r + "5/1T5/7/6e r", "b3"), "a3 b2 c3") << rat;
  }
}

TEST(Leap, ARatElsewhereDoesNotBlock) {
  EXPECT_EQ(targets_text("7/7/7/1r5/L6/2R4/7/7/6e r", "a5"), "a4 a6 d5");  // other rows of the same river
  EXPECT_EQ(targets_text("7/7/7/7/3L1r1/7/7/7/6e r", "d5"), "a5 d4 d6");   // the other river
  EXPECT_EQ(targets_text("7/7/7/7/L6/7/7/7/r5e r", "a5"), "a4 a6 d5");     // on land
}

TEST(Leap, UnderEnemyRatBlockersOneLeapsOverTheOwnRat) {
  const RuleSet rules = wango_with({{"jump_blockers", "enemy_rat"}});
  EXPECT_EQ(targets_text("7/7/7/7/LR5/7/7/7/6e r", "a5", rules), "a4 a6 d5");
  EXPECT_EQ(targets_text("7/7/7/7/Lr5/7/7/7/6e r", "a5", rules), "a4 a6");
  EXPECT_EQ(targets_text("7/7/7/7/lr5/7/7/7/6E b", "a5", rules), "a4 a6 d5");
  EXPECT_EQ(targets_text("7/7/7/7/lrR4/7/7/7/6E b", "a5", rules), "a4 a6");
}

TEST(Leap, MayBeRestrictedToRowsOrColumnsForEachAnimal) {
  const std::string_view at_rows = "7/7/7/7/L5T/7/7/7/6e r";
  const std::string_view at_columns = "7/7/7/7/7/7/1L3T1/7/6e r";
  const RuleSet tiger_rows = wango_with({{"tiger_jump", "rows"}});
  const RuleSet tiger_columns = wango_with({{"tiger_jump", "columns"}});
  const RuleSet lion_rows = wango_with({{"lion_jump", "rows"}});
  const RuleSet lion_columns = wango_with({{"lion_jump", "columns"}});
  EXPECT_EQ(legal_moves_text(at_rows, tiger_rows), "a5a4 a5a6 a5d5 g5d5 g5g4 g5g6");
  EXPECT_EQ(legal_moves_text(at_rows, tiger_columns), "a5a4 a5a6 a5d5 g5g4 g5g6");
  EXPECT_EQ(legal_moves_text(at_rows, lion_rows), "a5a4 a5a6 a5d5 g5d5 g5g4 g5g6");
  EXPECT_EQ(legal_moves_text(at_rows, lion_columns), "a5a4 a5a6 g5d5 g5g4 g5g6");
  EXPECT_EQ(legal_moves_text(at_columns, tiger_rows), "b3a3 b3b2 b3b7 b3c3 f3e3 f3f2 f3g3");
  EXPECT_EQ(legal_moves_text(at_columns, tiger_columns), "b3a3 b3b2 b3b7 b3c3 f3e3 f3f2 f3f7 f3g3");
  EXPECT_EQ(legal_moves_text(at_columns, lion_rows), "b3a3 b3b2 b3c3 f3e3 f3f2 f3f7 f3g3");
  EXPECT_EQ(legal_moves_text(at_columns, lion_columns), "b3a3 b3b2 b3b7 b3c3 f3e3 f3f2 f3f7 f3g3");
}

TEST(Leap, TheFarBankMustBeFreeOfOwnAnimals) {
  EXPECT_EQ(targets_text("7/7/7/7/L2C3/7/7/7/6e r", "a5"), "a4 a6");
}

TEST(Den, OneMayNotEnterTheOwnDen) {
  EXPECT_EQ(targets_text("6e/7/7/7/7/7/7/3C3/7 r", "d2"), "c2 d3 e2");
  EXPECT_EQ(targets_text("6e/7/7/7/7/7/7/7/2C4 r", "c1"), "b1 c2");
  EXPECT_EQ(targets_text("6e/7/7/7/7/7/7/3R3/7 r", "d2"), "c2 d3 e2");
  EXPECT_EQ(targets_text("4c2/7/7/7/7/7/7/7/6E b", "e9"), "e8 f9");
}

TEST(Den, AnyAnimalMayEnterTheEnemyDen) {
  EXPECT_EQ(targets_text("7/3C3/7/7/7/7/7/7/6e r", "d8"), "c8 d7 d9 e8");
  EXPECT_EQ(targets_text("2R4/7/7/7/7/7/7/7/6e r", "c9"), "b9 c8 d9");
  EXPECT_EQ(targets_text("6E/7/7/7/7/7/7/7/4l2 b", "e1"), "d1 e2 f1");
}

}  // namespace
}  // namespace jungle::test
