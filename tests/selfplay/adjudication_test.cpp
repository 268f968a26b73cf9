#include "selfplay/adjudication.hpp"

#include <initializer_list>
#include <optional>
#include <string_view>

#include <gtest/gtest.h>

#include "core/notation.hpp"
#include "tests/selfplay/test_runs.hpp"

namespace jungle {
namespace {

constexpr EndgameValue kWinInFive{.result_for_side_to_move = 1, .plies = 5};
constexpr EndgameValue kLossInFive{.result_for_side_to_move = -1, .plies = 5};

// Red's lion and Blue's cat, far apart.
Game game_under(std::string_view preset, int plies_since_capture = 0, int max_plies = 0) {
  const std::string text = "c6/7/7/7/7/7/7/7/6L r " + std::to_string(plies_since_capture) + " 1";
  return Game(RuleSet::preset(preset)->with_max_plies(max_plies), *parse_position(text));
}

void play(Game& game, std::initializer_list<std::string_view> moves) {
  for (const std::string_view move : moves) game.play(*parse_move(move));
}

bool settles(const Game& game, EndgameValue value) {
  const std::optional<EndgameValue> settled = settled_value(game, StaticTable(2, value));
  EXPECT_TRUE(!settled || *settled == value);
  return settled.has_value();
}

TEST(Adjudication, WithoutDrawRulesWhatTheTableKnowsIsSettled) {
  const Game game = game_under("leiden", 500);
  for (const EndgameValue& value : {kWinInFive, kLossInFive, EndgameValue{}})
    EXPECT_TRUE(settles(game, value));
  EXPECT_FALSE(settled_value(game, StaticTable(1, kWinInFive))) << "the table does not hold two animals";
}

TEST(Adjudication, AWinHasToComeBeforeTheNoCaptureLimit) {
  EXPECT_TRUE(settles(game_under("halfmove60", 55), kWinInFive));
  for (const EndgameValue& value : {kWinInFive, kLossInFive})
    EXPECT_FALSE(settles(game_under("halfmove60", 56), value));
  EXPECT_TRUE(settles(game_under("halfmove60", 56), {})) << "drawn either way";
}

TEST(Adjudication, AWinHasToComeBeforeTheLengthLimit) {
  Game game = game_under("leiden", 0, 7);
  play(game, {"g1g2", "a9a8"});
  EXPECT_TRUE(settles(game, kWinInFive));
  play(game, {"g2g3"});
  EXPECT_FALSE(settles(game, kLossInFive));
  EXPECT_TRUE(settles(game, {}));
}

TEST(Adjudication, AWinWaitsWhileAnotherBoardHasStoodTwice) {
  Game game = game_under("wango");
  play(game, {"g1g2", "a9a8", "g2g1", "a8a9"});
  EXPECT_TRUE(settles(game, kWinInFive)) << "only the present board has";
  play(game, {"g1g2"});
  EXPECT_FALSE(settles(game, kLossInFive));
  EXPECT_TRUE(settles(game, {}));
  Game same = game_under("leiden");
  play(same, {"g1g2", "a9a8", "g2g1", "a8a9", "g1g2"});
  EXPECT_TRUE(settles(same, kLossInFive)) << "repetition is no draw there";
}

}  // namespace
}  // namespace jungle
