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

// The first `count` of them.
Result<std::vector<Opening>> openings_of(const RuleSet& rules, const OpeningConfig& config, int count) {
  RandomOpenings source(rules, config);
  std::vector<Opening> openings;
  for (int i = 0; i < count; ++i) {
    Result<Opening> opening = source.next();
    if (!opening) return Error{opening.error()};
    openings.push_back(*std::move(opening));
  }
  return openings;
}

TEST(Openings, AreLegalDifferentAndUndecidedUnderEveryPreset) {
  for (const std::string_view name : RuleSet::preset_names()) {
    const RuleSet rules = *RuleSet::preset(name);
    const auto openings = openings_of(rules, {.plies = 8, .seed = 5}, 200);
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
  const auto some = *openings_of(rules, {.plies = 6, .seed = 9}, 20);
  const auto more = *openings_of(rules, {.plies = 6, .seed = 9}, 60);
  EXPECT_TRUE(std::equal(some.begin(), some.end(), more.begin()));
  EXPECT_NE(some, *openings_of(rules, {.plies = 6, .seed = 10}, 20));
}

TEST(Openings, GiveEveryFirstMoveOnceAndRefuseMoreThanThereAre) {
  const RuleSet rules;
  const auto all = openings_of(rules, {.plies = 1, .seed = 1}, 24);
  ASSERT_TRUE(all);
  const auto too_many = openings_of(rules, {.plies = 1, .seed = 1}, 25);
  ASSERT_FALSE(too_many);
  EXPECT_EQ(too_many.error(),
            "openings of 1 plies: found only 24 different ones; take more plies or fewer pairs");
}

TEST(Openings, OfNoPliesAreTheStartPosition) {
  const auto openings = openings_of(RuleSet(), {.plies = 0, .seed = 1}, 3);
  ASSERT_TRUE(openings);
  EXPECT_EQ(*openings, std::vector<Opening>(3));
}

TEST(Openings, LongerThanTheLengthLimitAreRefused) {
  EXPECT_FALSE(openings_of(RuleSet().with_max_plies(6), {.plies = 6, .seed = 1}, 1));
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
