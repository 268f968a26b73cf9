#include "selfplay/rating/opening_file.hpp"

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/notation.hpp"
#include "core/symmetry.hpp"

namespace jungle {
namespace {

const std::string kStart = "l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L r 0 1";

TEST(OpeningFile, HoldsOnePositionALineWithComments) {
  const std::string text = "# two positions\n\n" + kStart + "   # the start\r\n7/2w4/7/7/7/7/7/3R3/l5C b 3 9";
  const auto openings = parse_openings(text, "a.txt", RuleSet());
  ASSERT_TRUE(openings) << openings.error();
  ASSERT_EQ(openings->size(), 2U);
  EXPECT_EQ(to_string((*openings)[0]), kStart);
  EXPECT_EQ(to_string((*openings)[1]), "7/2w4/7/7/7/7/7/3R3/l5C b 3 9");
}

TEST(OpeningFile, SaysWhichLineIsWrongAndWhy) {
  const auto error = [](const std::string& text, const RuleSet& rules) {
    const auto openings = parse_openings(text, "a.txt", rules);
    return openings ? std::string() : openings.error();
  };
  const RuleSet rules;
  EXPECT_TRUE(error("\n# x\n7/7/7 r\n", rules).starts_with("a.txt:3: ")) << error("\n# x\n7/7/7 r\n", rules);
  EXPECT_EQ(error(kStart + "\nl5t/7/7/7/7/7/7/7/7 r\n", rules),
            "a.txt:2: the game is over in this position (blue, capture_all) under the rules wango");
  EXPECT_EQ(error(kStart + "\n\n" + kStart, rules), "a.txt:3: the position of line 1 again");
  EXPECT_EQ(error("# nothing\n", rules), "a.txt: no position in it; one a line is expected");
  // Drawn by the clock under one rule set, playable under another.
  const std::string late = "7/2w4/7/7/7/7/7/3R3/l5C b 60 99";
  EXPECT_EQ(error(late, rules), "");
  EXPECT_NE(error(late, *RuleSet::preset("halfmove60")).find("no_capture"), std::string::npos);
}

TEST(OpeningFile, AMissingFileIsALine) {
  const auto openings = read_opening_file("/nonexistent/openings.txt", RuleSet());
  ASSERT_FALSE(openings);
  EXPECT_NE(openings.error().find("/nonexistent/openings.txt"), std::string::npos);
}

// A judge by the key of the position: a quarter of them are balanced.
double judge(const Game& game) { return static_cast<double>(game.position().key() % 4) / 4; }

TEST(BalancedOpenings, AreThoseTheJudgeFindsBalancedAndDifferFromMirrorImages) {
  const RuleSet rules;
  const auto made = make_balanced_openings(rules, {.count = 100, .plies = 4, .seed = 3, .max_edge = 0.1},
                                           judge, [](int, int) { return true; });
  ASSERT_TRUE(made) << made.error();
  std::set<std::uint64_t> keys;
  for (const Position& position : **made) {
    EXPECT_EQ(judge(Game(rules, position)), 0.5);
    EXPECT_TRUE(keys.insert(position.key()).second);
    EXPECT_FALSE(keys.contains(mirrored(position).key()));
    EXPECT_EQ(position.full_move_number(), 3);
  }
}

TEST(BalancedOpenings, AreAFileThatReadsBack) {
  const RuleSet rules;
  const auto made = make_balanced_openings(rules, {.count = 10, .plies = 5, .seed = 1, .max_edge = 0.1},
                                           judge, [](int, int) { return true; });
  ASSERT_TRUE(made);
  const std::string text = opening_file_text(**made, "made by a test\nseed 1");
  EXPECT_TRUE(text.starts_with("# made by a test\n# seed 1\n"));
  const auto read = parse_openings(text, "a.txt", rules);
  ASSERT_TRUE(read) << read.error();
  EXPECT_EQ(*read, **made);
}

TEST(BalancedOpenings, ThatAreTooRareAreRefusedAndAStopEndsTheMaking) {
  const RuleSet rules;
  const BalancedOpenings wanted{.count = 1, .plies = 6};
  const auto never = [](const Game&) { return 0.9; };
  const auto none = make_balanced_openings(rules, wanted, never, [](int, int) { return true; });
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error(), "found only 0 balanced openings among 1000; take other plies or a larger edge");
  const auto stopped =
      make_balanced_openings(rules, wanted, never, [](int judged, int) { return judged < 5; });
  ASSERT_TRUE(stopped);
  EXPECT_FALSE(stopped->has_value());
}

}  // namespace
}  // namespace jungle
