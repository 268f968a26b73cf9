#include "selfplay/rating/openings.hpp"

#include <set>
#include <string>

#include <gtest/gtest.h>

#include "core/movegen.hpp"
#include "core/notation.hpp"

namespace jungle {
namespace {

Game after(const RuleSet& rules, const Opening& opening) {
  Game game(rules);
  for (const Move move : opening) {
    EXPECT_TRUE(game.outcome().is_ongoing());
    EXPECT_TRUE(is_legal(game.position(), rules, move));
    game.play(move);
  }
  return game;
}

TEST(Openings, AreLegalDifferentAndUndecidedUnderEveryPreset) {
  for (const std::string_view name : RuleSet::preset_names()) {
    const RuleSet rules = *RuleSet::preset(name);
    const auto openings = make_openings(rules, {.plies = 8, .seed = 5, .count = 200});
    ASSERT_TRUE(openings) << name;
    ASSERT_EQ(openings->size(), 200U);
    std::set<std::string> boards;
    for (const Opening& opening : *openings) {
      ASSERT_EQ(opening.size(), 8U);
      const Game game = after(rules, opening);
      EXPECT_TRUE(game.outcome().is_ongoing());
      EXPECT_FALSE(decided_within_two_plies(game.position(), rules));
      const std::string text = to_string(game.position());
      boards.insert(text.substr(0, text.find(' ')));
    }
    EXPECT_EQ(boards.size(), 200U) << name;
  }
}

TEST(Openings, DependOnTheSeedAloneAndALongerMatchBeginsLikeAShorterOne) {
  const RuleSet rules;
  const auto some = *make_openings(rules, {.plies = 6, .seed = 9, .count = 20});
  const auto more = *make_openings(rules, {.plies = 6, .seed = 9, .count = 60});
  EXPECT_TRUE(std::equal(some.begin(), some.end(), more.begin()));
  EXPECT_NE(some, *make_openings(rules, {.plies = 6, .seed = 10, .count = 20}));
}

TEST(Openings, GiveEveryFirstMoveOnceAndRefuseMoreThanThereAre) {
  const RuleSet rules;
  const auto all = make_openings(rules, {.plies = 1, .seed = 1, .count = 24});
  ASSERT_TRUE(all);
  const auto too_many = make_openings(rules, {.plies = 1, .seed = 1, .count = 25});
  ASSERT_FALSE(too_many);
  EXPECT_EQ(too_many.error(),
            "openings of 1 plies: found only 24 of the 25 different ones asked for; take more plies or fewer "
            "pairs");
}

TEST(Openings, OneByOneAreThoseOfAMatch) {
  const RuleSet rules;
  RandomOpenings source(rules, {.plies = 6, .seed = 9});
  const auto openings = *make_openings(rules, {.plies = 6, .seed = 9, .count = 20});
  for (const Opening& opening : openings) EXPECT_EQ(*source.next(), opening);
}

TEST(Openings, OfNoPliesAreTheStartPosition) {
  const auto openings = make_openings(RuleSet(), {.plies = 0, .seed = 1, .count = 3});
  ASSERT_TRUE(openings);
  EXPECT_EQ(*openings, std::vector<Opening>(3));
}

TEST(Openings, LongerThanTheLengthLimitAreRefused) {
  EXPECT_FALSE(make_openings(RuleSet().with_max_plies(6), {.plies = 6, .seed = 1, .count = 1}));
}

TEST(Openings, KnowPositionsDecidedByTheDen) {
  const RuleSet rules;
  const auto decided = [&](const char* text) {
    return decided_within_two_plies(*parse_position(text), rules);
  };
  EXPECT_TRUE(decided("7/3R3/7/7/7/7/7/7/l6 r"));     // the rat walks into the den
  EXPECT_TRUE(decided("7/3R3/7/7/7/7/7/7/l6 b"));     // the lion is too far to stop it
  EXPECT_FALSE(decided("7/2wR3/7/7/7/7/7/7/l5C b"));  // the wolf takes the rat on its trap
  EXPECT_FALSE(decided("7/7/3R3/7/7/7/7/7/l6 r"));
}

}  // namespace
}  // namespace jungle
