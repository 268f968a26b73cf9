// Who may take whom, away from traps. Expected moves written by hand from docs/rules.md.

#include <array>

#include "core/movegen.hpp"
#include "tests/core/core_test_helpers.hpp"

namespace jungle::test {
namespace {

// One line an attacker from rat to elephant, one character a victim in the same order; x: may capture.
using CaptureTable = std::array<std::string_view, kAnimals>;

// Both on land: the attacker on a7, the victim on a8.
CaptureTable::value_type row_text(const RuleSet& rules, Animal attacker, Side side, std::string& out) {
  out.clear();
  for (Animal victim : kAllAnimals) {
    PositionBuilder builder;
    EXPECT_TRUE(builder.place({side, attacker}, square_of("a7")));
    EXPECT_TRUE(builder.place({!side, victim}, square_of("a8")));
    const Position position = *builder.side_to_move(side).build();
    out += is_legal(position, rules, move_of("a7a8")) ? 'x' : '.';
  }
  return out;
}

void expect_table(const RuleSet& rules, const CaptureTable& expected) {
  std::string actual;
  for (Side side : kSides)
    for (Animal attacker : kAllAnimals)
      EXPECT_EQ(row_text(rules, attacker, side, actual), expected[static_cast<std::size_t>(index(attacker))])
          << rules.name() << ", attacker " << index(attacker) << " of side " << index(side);
}

TEST(Capture, EqualOrHigherRankCapturesAndTheRatTakesTheElephant) {
  expect_table(RuleSet(), {"x......x",    // rat
                           "xx......",    // cat
                           "xxx.....",    // dog
                           "xxxx....",    // wolf
                           "xxxxx...",    // leopard
                           "xxxxxx..",    // tiger
                           "xxxxxxx.",    // lion
                           ".xxxxxxx"});  // elephant
}

TEST(Capture, DogOverWolfExchangesTheirRanks) {
  expect_table(wango_with({{"dog_over_wolf", "true"}}), {"x......x",    // rat
                                                         "xx......",    // cat
                                                         "xxxx....",    // dog
                                                         "xx.x....",    // wolf
                                                         "xxxxx...",    // leopard
                                                         "xxxxxx..",    // tiger
                                                         "xxxxxxx.",    // lion
                                                         ".xxxxxxx"});  // elephant
}

TEST(Capture, TheElephantTakesTheRatWhereTheRuleSetSaysSo) {
  expect_table(wango_with({{"elephant_captures_rat", "true"}}), {"x......x",    // rat
                                                                 "xx......",    // cat
                                                                 "xxx.....",    // dog
                                                                 "xxxx....",    // wolf
                                                                 "xxxxx...",    // leopard
                                                                 "xxxxxx..",    // tiger
                                                                 "xxxxxxx.",    // lion
                                                                 "xxxxxxxx"});  // elephant
}

TEST(Capture, TheLeapCapturesByRank) {
  EXPECT_EQ(targets_text("7/7/7/7/L2w3/7/7/7/7 r", "a5"), "a4 a6 d5");
  EXPECT_EQ(targets_text("7/7/7/7/L2l3/7/7/7/7 r", "a5"), "a4 a6 d5");
  EXPECT_EQ(targets_text("7/7/7/7/L2r3/7/7/7/7 r", "a5"), "a4 a6 d5");
  EXPECT_EQ(targets_text("7/7/7/7/L2e3/7/7/7/7 r", "a5"), "a4 a6");
  EXPECT_EQ(targets_text("7/7/7/7/T2l3/7/7/7/7 r", "a5"), "a4 a6");
  EXPECT_EQ(targets_text("7/7/1t5/7/7/7/1T5/7/7 r", "b3"), "a3 b2 b7 c3");
  EXPECT_EQ(targets_text("7/7/1l5/7/7/7/1T5/7/7 r", "b3"), "a3 b2 c3");
}

TEST(Capture, RatsTakeEachOtherInTheWater) {
  EXPECT_EQ(targets_text("7/7/7/7/1Rr4/7/7/7/7 r", "b5"), "a5 b4 b6 c5");
  EXPECT_EQ(targets_text("7/7/7/1r5/1R5/7/7/7/7 b", "b6"), "a6 b5 b7 c6");
}

TEST(Capture, NoRatCrossesTheBankToCaptureARat) {
  EXPECT_EQ(targets_text("7/7/7/7/rR5/7/7/7/7 r", "b5"), "b4 b6 c5");
  EXPECT_EQ(targets_text("7/7/7/7/Rr5/7/7/7/7 r", "a5"), "a4 a6");
  EXPECT_EQ(targets_text("7/7/2r4/2R4/7/7/7/7/7 r", "c6"), "b6 c5 d6");
}

TEST(Capture, RatsCrossTheBankBothWaysWhereTheRuleSetSaysSo) {
  const RuleSet rules = wango_with({{"rat_bank_capture", "rats"}});
  EXPECT_EQ(targets_text("7/7/7/7/rR5/7/7/7/7 r", "b5", rules), "a5 b4 b6 c5");
  EXPECT_EQ(targets_text("7/7/7/7/Rr5/7/7/7/7 r", "a5", rules), "a4 a6 b5");
  EXPECT_EQ(targets_text("7/7/2r4/2R4/7/7/7/7/7 b", "c7", rules), "b7 c6 c8 d7");
}

TEST(Capture, TheRatNeverTakesTheElephantFromTheWater) {
  for (std::string_view bank : {"none", "rats"}) {
    const RuleSet rules = wango_with({{"rat_bank_capture", bank}});
    EXPECT_EQ(targets_text("7/7/7/7/eR5/7/7/7/7 r", "b5", rules), "b4 b6 c5") << bank;
    EXPECT_EQ(targets_text("7/7/7/7/3eR2/7/7/7/7 r", "e5", rules), "e4 e6 f5") << bank;
  }
}

TEST(Capture, NoLandAnimalTakesARatInTheWater) {
  for (std::string_view bank : {"none", "rats"}) {
    const RuleSet rules = wango_with(
        {{"rat_bank_capture", bank}, {"elephant_captures_rat", "true"}, {"jump_blockers", "enemy_rat"}});
    for (std::string_view animal : {"C", "D", "W", "P", "T", "L", "E"})
      EXPECT_EQ(targets_text("7/7/7/7/" + std::string(animal) + "r5/7/7/7/7 r", "a5", rules), "a4 a6")
          << animal;
  }
}

TEST(Capture, PantherReadsAsItsPublishedText) {
  // Blue's elephant takes the rat; rats fight across the bank; dog over wolf.
  EXPECT_EQ(legal_moves_text("7/7/6e/6R/7/7/7/7/7 b", preset("panther")), "g7f7 g7g6 g7g8");
  EXPECT_EQ(targets_text("7/7/7/5rR/7/7/7/7/7 b", "f6", preset("panther")), "e6 f5 f7 g6");
  EXPECT_EQ(targets_text("7/7/6d/6W/7/7/7/7/7 b", "g7", preset("panther")), "f7 g6 g8");
}

}  // namespace
}  // namespace jungle::test
