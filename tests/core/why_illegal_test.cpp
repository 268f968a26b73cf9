// An illegal move is refused with the reason that helps: one test a kind of reason.

#include "core/movegen.hpp"
#include "core/notation.hpp"
#include "tests/core/core_test_helpers.hpp"
#include "tests/support/positions.hpp"
#include "tests/support/random_positions.hpp"

namespace jungle::test {
namespace {

std::string why(std::string_view position, std::string_view move, const RuleSet& rules = RuleSet()) {
  const Position board = position_of(position);
  if (is_legal(board, rules, move_of(move))) return "legal";
  return why_illegal(board, rules, move_of(move));
}

TEST(WhyIllegal, NobodyStandsThere) {
  EXPECT_EQ(why("6e/7/7/7/7/7/7/7/C6 r", "b1b2"), "no animal stands on b1");
}

TEST(WhyIllegal, ItIsTheOtherSidesAnimal) {
  EXPECT_EQ(why("6e/7/7/7/7/7/7/7/C6 r", "g9g8"), "it is red's turn, and g9 holds blue's elephant");
  EXPECT_EQ(why("6e/7/7/7/7/7/7/7/C6 b", "a1a2"), "it is blue's turn, and a1 holds red's cat");
}

TEST(WhyIllegal, OneMayNotPass) {
  EXPECT_EQ(why("6e/7/7/7/7/7/7/7/C6 r", "a1a1"), "an animal must move; there is no passing");
}

TEST(WhyIllegal, OwnDen) {
  EXPECT_EQ(why("6e/7/7/7/7/7/7/7/2C4 r", "c1d1"), "no animal may enter its own den");
  EXPECT_EQ(why("2c4/7/7/7/7/7/7/7/E6 b", "c9d9"), "no animal may enter its own den");
}

TEST(WhyIllegal, Water) {
  EXPECT_EQ(why("6e/7/7/7/C6/7/7/7/7 r", "a5b5"), "the cat may not enter water");
  EXPECT_EQ(why("6e/7/7/7/L6/7/7/7/7 r", "a5b5"), "the lion may not enter water");
  EXPECT_EQ(why("7/7/7/7/Er5/7/7/7/7 r", "a5b5"), "the elephant may not enter water");
}

TEST(WhyIllegal, NotAStep) {
  EXPECT_EQ(why("6e/7/7/7/7/7/7/7/C6 r", "a1a3"), "the cat moves one square up, down, left or right");
  EXPECT_EQ(why("6e/7/7/7/7/7/7/7/C6 r", "a1b2"), "the cat moves one square up, down, left or right");
  EXPECT_EQ(why("6e/7/7/7/P6/7/7/7/7 r", "a5d5"), "the leopard moves one square up, down, left or right");
  EXPECT_EQ(why("6e/7/7/7/7/7/7/6C/7 r", "g2a3"),
            "the cat moves one square up, down, left or right");  // no wrap
}

TEST(WhyIllegal, NotALeap) {
  constexpr std::string_view kReason =
      "moves one square up, down, left or right, or leaps straight over a river";
  EXPECT_EQ(why("6e/7/7/7/L6/7/7/7/7 r", "a5g5"), "the lion " + std::string(kReason));  // two rivers
  EXPECT_EQ(why("6e/7/7/7/7/7/7/7/T6 r", "a1a3"), "the tiger " + std::string(kReason));
  EXPECT_EQ(why("6e/7/7/7/7/7/1T5/7/7 r", "b3b8"), "the tiger " + std::string(kReason));
  EXPECT_EQ(why("6e/7/7/7/L6/7/7/7/7 r", "a5d6"), "the lion " + std::string(kReason));
}

TEST(WhyIllegal, ABlockedLeap) {
  EXPECT_EQ(why("6e/7/7/7/L1R4/7/7/7/7 r", "a5d5"), "a rat in the water on c5 blocks the leap");
  EXPECT_EQ(why("6e/7/7/7/1r5/7/1L5/7/7 r", "b3b7"), "a rat in the water on b5 blocks the leap");
  EXPECT_EQ(why("6e/7/7/7/L1r4/7/7/7/7 r", "a5d5", wango_with({{"jump_blockers", "enemy_rat"}})),
            "a rat in the water on c5 blocks the leap");
}

TEST(WhyIllegal, AnOwnRatThatDoesNotBlockIsNotBlamed) {
  EXPECT_EQ(why("7/7/7/7/LR1e3/7/7/7/7 r", "a5d5", wango_with({{"jump_blockers", "enemy_rat"}})),
            "the lion (7) may not take the elephant (8)");
}

TEST(WhyIllegal, ALeapTheRuleSetDoesNotKnow) {
  EXPECT_EQ(why("6e/7/7/7/L6/7/7/7/7 r", "a5d5", wango_with({{"lion_jump", "columns"}})),
            "the lion does not leap along rows under these rules");
  EXPECT_EQ(why("6e/7/7/7/7/7/1T5/7/7 r", "b3b7", wango_with({{"tiger_jump", "rows"}})),
            "the tiger does not leap along columns under these rules");
}

TEST(WhyIllegal, AnOwnAnimalIsThere) {
  EXPECT_EQ(why("6e/7/7/7/7/7/7/D6/C6 r", "a1a2"), "its own dog stands on a2");
  EXPECT_EQ(why("6e/7/7/7/L2W3/7/7/7/7 r", "a5d5"), "its own wolf stands on d5");
}

TEST(WhyIllegal, Rank) {
  EXPECT_EQ(why("7/7/7/7/7/7/7/l6/W6 r", "a1a2"), "the wolf (4) may not take the lion (7)");
  EXPECT_EQ(why("7/7/7/7/7/7/7/d6/W6 r", "a1a2", preset("panther")), "the wolf (3) may not take the dog (4)");
  EXPECT_EQ(why("7/7/7/7/T2l3/7/7/7/7 r", "a5d5"), "the tiger (6) may not take the lion (7)");
}

TEST(WhyIllegal, TheElephantAndTheRat) {
  EXPECT_EQ(why("7/7/7/7/7/7/7/r6/E6 r", "a1a2"), "the elephant may not take the rat");
}

TEST(WhyIllegal, ATrappedAttacker) {
  EXPECT_EQ(why("7/2cL3/7/7/7/7/7/7/7 r", "d8c8"),
            "the lion stands on a trap and may not capture from there");
  EXPECT_EQ(why("7/3w3/3C3/7/7/7/7/7/7 b", "d8d7", wango_with({{"trap_scope", "everyone"}})),
            "the wolf stands on a trap and may not capture from there");
}

TEST(WhyIllegal, AcrossTheBank) {
  EXPECT_EQ(why("7/7/7/7/eR5/7/7/7/7 r", "b5a5"), "no capture across the edge of the water");
  EXPECT_EQ(why("7/7/7/7/Rr5/7/7/7/7 r", "a5b5"), "no capture across the edge of the water");
  EXPECT_EQ(why("7/7/7/7/cR5/7/7/7/7 r", "b5a5", wango_with({{"rat_bank_capture", "rats"}})),
            "no capture across the edge of the water");
}

TEST(WhyIllegal, ParsingALegalMoveSaysWhichMoveAndWhy) {
  const Position position = position_of("6e/7/7/7/7/7/7/7/2C4 r");
  EXPECT_EQ(parse_legal_move("c1d1", position, RuleSet()).error(),
            "illegal move c1d1: no animal may enter its own den");
  EXPECT_EQ(*parse_legal_move("c1c2", position, RuleSet()), move_of("c1c2"));
}

// Any two squares, any rule set: there is always a reason, on one line.
TEST(WhyIllegal, EveryIllegalMoveHasAReason) {
  Rng rng({21});
  for (const RuleSet& rules : conformance_rule_sets()) {
    for (int i = 0; i < 25; ++i) {
      const Position position = i % 5 == 0 ? random_crowded_position(rng) : random_sparse_position(rng);
      for (int from = 0; from < kSquares; ++from) {
        for (int to = 0; to < kSquares; ++to) {
          const Move move(square_from_index(from), square_from_index(to));
          if (is_legal(position, rules, move)) continue;
          const std::string reason = why_illegal(position, rules, move);
          ASSERT_FALSE(reason.empty());
          ASSERT_EQ(reason.find('\n'), std::string::npos);
        }
      }
    }
  }
}

}  // namespace
}  // namespace jungle::test
