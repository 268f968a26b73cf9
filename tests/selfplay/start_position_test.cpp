#include "selfplay/start_position.hpp"

#include <set>

#include <gtest/gtest.h>

#include "core/notation.hpp"

namespace jungle {
namespace {

TEST(StartPosition, PlacementsAreOngoingAndVariedUnderEveryPreset) {
  for (const std::string_view name : RuleSet::preset_names()) {
    const RuleSet rules = *RuleSet::preset(name);
    Rng rng({1});
    std::set<std::string> seen;
    std::set<Side> movers;
    for (int i = 0; i < 300; ++i) {
      const Position position = random_placement(rules, rng);
      EXPECT_TRUE(board_outcome(position, rules).is_ongoing());
      const int red = position.occupied(Side::kRed).count(), blue = position.occupied(Side::kBlue).count();
      EXPECT_LE(std::abs(red - blue), 1);
      EXPECT_GE(std::max(red, blue), 2);
      EXPECT_FALSE(position.occupied().contains(den_square(Side::kRed)));
      EXPECT_FALSE(position.occupied().contains(den_square(Side::kBlue)));
      seen.insert(to_string(position));
      movers.insert(position.side_to_move());
    }
    EXPECT_EQ(seen.size(), 300U) << name;
    EXPECT_EQ(movers.size(), 2U) << name;
  }
}

TEST(StartPosition, OpeningsNeverEndTheGame) {
  // Two animals each, next to the dens: most random moves would end it soon.
  const RuleSet rules = *RuleSet::preset("wango");
  const Position position = *parse_position("7/2C4/7/7/7/7/7/4c2/7 r 0 1");
  std::set<int> lengths;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Game game(rules, position);
    Rng rng({seed});
    play_random_opening(game, 6, rng);
    EXPECT_TRUE(game.outcome().is_ongoing());
    EXPECT_LE(game.plies(), 6);
    lengths.insert(game.plies());
  }
  EXPECT_EQ(lengths.size(), 7U);
}

}  // namespace
}  // namespace jungle
