// Published node counts of docs/rules.md; the slow reference counts the same.

#include "core/perft.hpp"

#include <algorithm>
#include <array>

#include "core/movegen.hpp"
#include "tests/core/core_test_helpers.hpp"
#include "tests/support/positions.hpp"
#include "tests/support/reference_game.hpp"

namespace jungle::test {
namespace {

using Counts = std::array<std::uint64_t, 7>;
constexpr Counts kMostPresets = {1, 24, 576, 12'240, 260'099, 5'111'620, 100'453'636};
constexpr Counts kPantherAndLeiden = {1, 24, 576, 12'240, 260'100, 5'111'725, 100'459'989};

const Counts& counts_of(std::string_view preset_name) {
  return preset_name == "panther" || preset_name == "leiden" ? kPantherAndLeiden : kMostPresets;
}

class PerftOfPreset : public testing::TestWithParam<std::string_view> {
 protected:
  RuleSet rules_ = preset(GetParam());
};

TEST_P(PerftOfPreset, MatchesThePublishedCountsToDepthSix) {
  const Counts& expected = counts_of(GetParam());
  for (int depth = 0; depth < static_cast<int>(expected.size()); ++depth)
    EXPECT_EQ(perft(Position::start(rules_), rules_, depth), expected[static_cast<std::size_t>(depth)])
        << depth;
}

TEST_P(PerftOfPreset, TheReferenceMatchesThemToDepthFour) {
  const Counts& expected = counts_of(GetParam());
  const reference::Board start = reference::Board::start(rules_.fields());
  for (int depth = 0; depth <= 4; ++depth)
    EXPECT_EQ(reference::perft(start, rules_.fields(), depth), expected[static_cast<std::size_t>(depth)])
        << depth;
}

INSTANTIATE_TEST_SUITE_P(Presets, PerftOfPreset, testing::ValuesIn(RuleSet::preset_names()),
                         [](const auto& test) { return test_name(test.param); });

// Games end inside these trees, under rule sets that differ: here perft sees the rules.
TEST(Perft, EqualsTheReferenceFromEveryFixedPositionUnderEveryRuleSet) {
  for (const FixedPosition& fixed : fixed_positions()) {
    const reference::Board board = reference::Board::of(fixed.position());
    for (const RuleSet& rules : conformance_rule_sets())
      EXPECT_EQ(perft(fixed.position(), rules, 3), reference::perft(board, rules.fields(), 3))
          << fixed.name << " under " << rules.name();
  }
}

TEST(Perft, AFinishedGameCountsOnceAtTheLastPlyAndNothingBelow) {
  const Position entered = position_of("3C3/7/7/7/7/7/7/7/6e b");
  EXPECT_EQ(perft(entered, RuleSet(), 0), 1U);
  EXPECT_EQ(perft(entered, RuleSet(), 1), 0U);
  EXPECT_EQ(perft(entered, RuleSet(), 2), 0U);
  // Red has four moves; the one into the den ends the game. Blue, in the corner, has two replies to each
  // other move.
  const Position before = position_of("7/3C3/7/7/7/7/7/7/6e r");
  EXPECT_EQ(perft(before, RuleSet(), 1), 4U);
  EXPECT_EQ(perft(before, RuleSet(), 2), 3U * 2U);
  // The only blue animal is taken by one of Red's three moves.
  const Position capture = position_of("7/7/7/7/7/7/7/e6/R6 r");
  EXPECT_EQ(perft(capture, RuleSet(), 1), 2U);
  EXPECT_EQ(perft(capture, RuleSet(), 2), 3U);
}

TEST(Perft, CountsOnWithoutAnimalsWhenThatDoesNotEndTheGame) {
  const Position blue_is_gone = position_of("7/7/7/7/7/7/7/7/C6 r");
  EXPECT_EQ(perft(blue_is_gone, RuleSet(), 1), 0U);
  const RuleSet rules = wango_with({{"capture_all", "none"}});
  EXPECT_EQ(perft(blue_is_gone, rules, 1), 2U);
  EXPECT_EQ(perft(blue_is_gone, rules, 2), 0U);
}

TEST(Perft, DividedByRootMoveAddsUpAtAnyNumberOfThreads) {
  const FixedPosition& fixed = fixed_position("dens_in_reach");
  const Position position = fixed.position();
  const RuleSet rules = fixed.rules();
  for (int depth = 1; depth <= 3; ++depth) {
    for (int threads : {1, 2, 3}) {
      const std::vector<PerftMove> divided = perft_divide(position, rules, depth, threads);
      MoveList moves;
      generate_legal(position, rules, moves);
      ASSERT_EQ(static_cast<int>(divided.size()), moves.size());
      std::uint64_t total = 0;
      for (int i = 0; i < moves.size(); ++i) {
        const PerftMove& entry = divided[static_cast<std::size_t>(i)];
        EXPECT_EQ(entry.move, moves[i]);
        EXPECT_EQ(entry.nodes, reference::perft(reference::Board::of(position.after(moves[i], rules)),
                                                rules.fields(), depth - 1));
        total += entry.nodes;
      }
      EXPECT_EQ(total, perft(position, rules, depth)) << "depth " << depth << ", " << threads << " threads";
    }
  }
}

TEST(Perft, DividingAFinishedGameGivesNothing) {
  EXPECT_TRUE(perft_divide(position_of("3C3/7/7/7/7/7/7/7/6e b"), RuleSet(), 2, 2).empty());
}

}  // namespace
}  // namespace jungle::test
