// Alpha-beta with an endgame table that says what it is told.

#include <gtest/gtest.h>

#include "search/alphabeta/player.hpp"
#include "search/alphabeta/score.hpp"
#include "tests/search/fixed_endings.hpp"

namespace jungle::alphabeta {
namespace {

using test::FixedEndings;

// Red to move, both far from any den. After a3a4 the table knows what it is told; elsewhere it says "drawn".
constexpr std::string_view kRoot = "7/7/6d/7/7/7/T6/7/7 r 0 1";
constexpr std::string_view kAfterUp = "7/7/6d/7/7/T6/7/7/7 b 0 1";
constexpr std::string_view kAfterDown = "7/7/6d/7/7/7/7/T6/7 b 0 1";

Decision decide(const Game& game, const EndgameTable& table, bool exact = false, int depth = 4) {
  AlphaBetaPlayer player("ab", {.table_mb = exact ? 0 : 1, .exact = exact, .endgame_table = &table});
  return player.choose_move(game, {.depth = depth}, {});
}

Game game_at(std::string_view position, std::string_view rules = "leiden") {
  return Game(*RuleSet::preset(rules), *parse_position(position));
}

std::string at_clock(std::string_view board, int clock) {
  return std::string(board.substr(0, board.find(' ') + 2)) + " " + std::to_string(clock) + " 90";
}

// Two moves of each side and back, until the present board has stood so many times.
void stand_again(Game& game, int times) {
  for (int i = 1; i < times; ++i)
    for (const std::string_view move : {"a3a4", "g7g6", "a4a3", "g6g7"}) game.play(*parse_move(move));
}

TEST(AlphaBetaEndgames, PlaysToTheNearestWinAndCallsItProven) {
  for (const bool exact : {false, true}) {
    FixedEndings table(kAfterUp, {-1, 150});
    table.set(kAfterDown, {-1, 148});
    const Decision decision = decide(game_at(kRoot), table, exact);
    EXPECT_EQ(to_string(decision.move), "a3a2");
    EXPECT_EQ(decision.root_moves.front().proven, 1);
    EXPECT_EQ(decision.plies_left, 149);
    EXPECT_EQ(decision.wdl_for_side_to_move, (Wdl{1, 0, 0}));
  }
}

TEST(AlphaBetaEndgames, DefendsAsLongAsItCan) {
  FixedEndings table;
  table.set_default({1, 9});
  table.set(kAfterUp, {1, 31});
  const Decision decision = decide(game_at(kRoot), table);
  EXPECT_EQ(to_string(decision.move), "a3a4");
  EXPECT_EQ(decision.root_moves.front().proven, -1);
  EXPECT_EQ(decision.plies_left, 32);
}

TEST(AlphaBetaEndgames, DrawsOfTheTableAreDraws) {
  FixedEndings table;
  table.set_default({1, 9});
  table.set(kAfterUp, {0, 0});
  const Decision decision = decide(game_at(kRoot), table);
  EXPECT_EQ(to_string(decision.move), "a3a4");
  EXPECT_EQ(decision.root_moves.front().mean_value, wdl_of(kDraw).value());
}

TEST(AlphaBetaEndgames, AWinIsProvenWhileTheNoCaptureLimitLeavesItsPlies) {
  const FixedEndings table(kAfterUp, {-1, 20});
  const auto at = [&](int clock) { return decide(game_at(at_clock(kRoot, clock), "halfmove60"), table); };
  EXPECT_EQ(at(39).root_moves.front().proven, 1) << "the twentieth ply is the sixtieth without a capture";
  for (const int clock : {40, 50}) {
    const Decision decision = decide(game_at(at_clock(kRoot, clock), "halfmove60"), table, false, 1);
    EXPECT_EQ(decision.root_moves.front().proven, 0) << clock;
    EXPECT_EQ(to_string(decision.move), "a3a4") << "tried all the same";
    EXPECT_GT(decision.wdl_for_side_to_move.win, 0.8F);
    EXPECT_LT(decision.wdl_for_side_to_move.win, 1.0F);
  }
}

TEST(AlphaBetaEndgames, AWinIsProvenWhileTheLengthLeavesItsPlies) {
  const FixedEndings table(kAfterUp, {-1, 20});
  const RuleSet leiden = *RuleSet::preset("leiden");
  for (const int length : {20, 21}) {
    const Game game(leiden.with_max_plies(length), *parse_position(kRoot));
    EXPECT_EQ(decide(game, table).root_moves.front().proven, length == 21 ? 1 : 0);
  }
}

TEST(AlphaBetaEndgames, AWinIsNotProvenWhereAnotherBoardStoodTwice) {
  const FixedEndings table(kAfterUp, {-1, 20});
  for (const std::string_view rules : {"wango", "halfmove60"}) {
    for (const int times : {1, 2}) {
      Game game = game_at(kRoot, rules);
      stand_again(game, times);
      const bool spoiled = rules == "wango" && times == 2;
      EXPECT_EQ(decide(game, table).root_moves.front().proven, spoiled ? 0 : 1) << rules << " " << times;
    }
  }
}

TEST(AlphaBetaEndgames, AsksOnlyWhereFewAnimalsAreLeft) {
  FixedEndings table;
  table.set_default({0, 0});
  decide(game_at("7/7/6d/7/4r2/7/T6/7/2R4 r 0 1"), table, false, 6);
  EXPECT_LE(table.largest_asked(), 3);
  const int asked = table.probes();
  decide(game_at("l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L r 0 1"), table);
  EXPECT_EQ(table.probes(), asked);
}

TEST(AlphaBetaEndgames, GoesOnByItselfWhenTheTableStopsAnswering) {
  const Game den_in_five = game_at("7/7/7/3L3/6r/7/7/7/7 r 0 1");
  for (const int answers : {0, 1, 7, 50}) {
    FixedEndings table;
    table.set_default({0, 0});
    table.stop_after(answers);
    AlphaBetaPlayer player("ab", {.table_mb = 1, .endgame_table = &table});
    player.choose_move(den_in_five, {.depth = 7}, {});
    player.new_game();
    EXPECT_EQ(player.choose_move(den_in_five, {.depth = 7}, {}).plies_left, 5) << answers;
  }
}

}  // namespace
}  // namespace jungle::alphabeta
