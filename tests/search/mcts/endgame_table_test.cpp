// Tree search with an endgame table that says what it is told.

#include <gtest/gtest.h>

#include "search/mcts/pool.hpp"
#include "search/uniform_evaluator.hpp"
#include "tests/search/fixed_endings.hpp"
#include "tests/search/mcts/support.hpp"

namespace jungle {
namespace {

using test::FixedEndings;
using test::game_from;

// Red to move, both far from any den; boards of Blue's turn after a tiger's step up and down.
constexpr std::string_view kRoot = "7/7/6d/7/7/7/T6/7/7 r 0 1";
constexpr std::string_view kAfterUp = "7/7/6d/7/7/T6/7/7/7 b 0 1";
constexpr std::string_view kAfterDown = "7/7/6d/7/7/7/7/T6/7 b 0 1";
// The same with a rat that may be taken: three animals, two after it.
constexpr std::string_view kWithRat = "7/7/6d/7/7/r6/T6/7/7 r 0 1";

Decision decide(const Game& game, const EndgameTable& table, std::int64_t visits = 200, int threads = 1) {
  return test::make_player(test::Opinion::kHash, {.memory_mb = 64, .endgame_table = &table}, threads)
      ->choose_move(game, {.visits = visits}, {});
}

TEST(NodeState, KeepsWinsAndLossesOfSeveralHundredPlies) {
  for (int plies = 0; plies <= NodeState::kMaxDistance; plies += 2) {
    const NodeState lost = NodeState::resolved(Proof::kLoss, plies);
    EXPECT_EQ(lost.proof(), Proof::kLoss);
    EXPECT_EQ(lost.plies_to_end(), plies);
    const NodeState won = NodeState::resolved(Proof::kWin, plies + 1);
    EXPECT_EQ(won.proof(), Proof::kWin);
    EXPECT_EQ(won.plies_to_end(), plies + 1);
    EXPECT_EQ(won.bits() & NodeState::kWon, NodeState::kWon);
    EXPECT_EQ(lost.bits() & NodeState::kWon, 0);
  }
  EXPECT_EQ(NodeState::resolved(Proof::kLoss, 1000).plies_to_end(), NodeState::kMaxDistance);
  EXPECT_EQ(NodeState::resolved(Proof::kWin, 1001).plies_to_end(), NodeState::kMaxDistance + 1);
  const NodeState drawn = NodeState::resolved(Proof::kDraw, 0);
  EXPECT_EQ(drawn.proof(), Proof::kDraw);
  EXPECT_TRUE(drawn.is_resolved());
  for (const NodeState state : {NodeState::fresh(), NodeState::pending(), NodeState::open()}) {
    EXPECT_EQ(state.proof(), Proof::kNone);
    EXPECT_FALSE(state.is_resolved());
  }
}

TEST(MctsEndgames, PlaysToTheNearestWinWithoutLookingFurther) {
  for (const int threads : {1, 2}) {
    FixedEndings table(kAfterUp, {-1, 150});
    table.set(kAfterDown, {-1, 148});
    const Decision decision = decide(game_from(kRoot), table, 200, threads);
    EXPECT_EQ(to_string(decision.move), "a3a2");
    EXPECT_EQ(decision.root_moves.front().proven, 1);
    EXPECT_EQ(decision.plies_left, 149);
    EXPECT_LE(decision.nodes, 2);
  }
}

TEST(MctsEndgames, DefendsAsLongAsItCan) {
  FixedEndings table;
  table.set_default({1, 9});
  table.set(kAfterUp, {1, 31});
  const Decision decision = decide(game_from(kRoot), table);
  EXPECT_EQ(to_string(decision.move), "a3a4");
  EXPECT_EQ(decision.root_moves.front().proven, -1);
  EXPECT_EQ(decision.plies_left, 32);
}

TEST(MctsEndgames, AWinBehindACaptureIsProvenThroughTheTree) {
  FixedEndings table;
  table.set(kAfterUp, {-1, 60});
  const Decision decision = decide(game_from(kWithRat), table);
  EXPECT_EQ(to_string(decision.move), "a3a4");
  EXPECT_EQ(decision.root_moves.front().proven, 1);
  EXPECT_EQ(decision.plies_left, 61);
}

TEST(MctsEndgames, DrawsOfTheTableAreDraws) {
  FixedEndings table;
  table.set_default({1, 9});
  table.set(kAfterUp, {0, 0});
  const Decision decision = decide(game_from(kRoot), table);
  EXPECT_EQ(to_string(decision.move), "a3a4");
  EXPECT_EQ(decision.root_moves.front().proven, 0);
  EXPECT_EQ(decision.root_moves.front().mean_value, 0);
}

TEST(MctsEndgames, AWinIsProvenWhileTheLimitsLeaveItsPlies) {
  const FixedEndings table(kAfterUp, {-1, 20});
  const std::string_view board = kRoot.substr(0, kRoot.find(" 0 "));
  for (const int clock : {39, 40}) {
    const std::string text = std::string(board) + " " + std::to_string(clock) + " 90";
    const Decision decision = decide(game_from(text, "halfmove60"), table, 50);
    EXPECT_EQ(decision.root_moves.front().proven, clock == 39 ? 1 : 0);
  }
  for (const int length : {20, 21}) {
    const Game game(RuleSet().with_max_plies(length), *parse_position(kRoot));
    EXPECT_EQ(decide(game, table, 50).root_moves.front().proven, length == 21 ? 1 : 0);
  }
}

TEST(MctsEndgames, AWinIsNotProvenWhereAnotherBoardStoodTwice) {
  const FixedEndings table(kAfterUp, {-1, 20});
  for (const std::string_view rules : {"wango", "halfmove60"}) {
    Game game = game_from(kRoot, rules);
    EXPECT_EQ(decide(game, table, 50).root_moves.front().proven, 1);
    for (const std::string_view move : {"a3a4", "g7g6", "a4a3", "g6g7"}) game.play(*parse_move(move));
    EXPECT_EQ(decide(game, table, 50).root_moves.front().proven, rules == "wango" ? 0 : 1);
  }
}

TEST(MctsEndgames, WhatIsNotProvenCountsInsteadOfTheEvaluatorsValue) {
  FixedEndings table;
  table.set(kAfterUp, {-1, 40});
  table.set(kAfterDown, {-1, 20});
  const Game game(RuleSet().with_max_plies(10), *parse_position(kRoot));
  // So eager to explore that each of three moves has one visit.
  const auto player =
      test::make_player(test::Opinion::kUniform, {.cpuct = 100, .memory_mb = 64, .endgame_table = &table});
  const Decision decision = player->choose_move(game, {.visits = 4}, {});
  ASSERT_EQ(decision.root_moves.size(), 3U);
  EXPECT_EQ(to_string(decision.root_moves[0].move), "a3a2") << "the nearer win is the better one";
  EXPECT_GT(decision.root_moves[0].mean_value, 0.9F);
  EXPECT_EQ(to_string(decision.root_moves[1].move), "a3a4");
  EXPECT_GT(decision.root_moves[1].mean_value, 0.8F);
  EXPECT_LT(decision.root_moves[1].mean_value, 0.9F);
  EXPECT_EQ(decision.root_moves[2].mean_value, 0) << "of the evaluator";
  EXPECT_EQ(decision.root_moves[0].proven, 0);
}

TEST(MctsEndgames, AReusedTreeGoesOnWithTheTable) {
  FixedEndings table;
  table.set_default({1, 9});
  table.set(kAfterUp, {0, 0});
  const auto player = test::make_player(test::Opinion::kHash, {.memory_mb = 64, .endgame_table = &table});
  Game game = game_from(kWithRat);
  for (int ply = 0; ply < 6 && game.outcome().is_ongoing(); ++ply) {
    const Decision decision = player->choose_move(game, {.visits = 100}, {});
    test::check_visits(player->tree());
    game.play(decision.move);
  }
}

TEST(MctsEndgames, ThePoolSeesTheSame) {
  FixedEndings table(kAfterUp, {-1, 150});
  table.set(kAfterDown, {-1, 148});
  UniformEvaluator evaluator;
  SearchPool pool(evaluator, {.memory_mb = 64, .endgame_table = &table}, 2);
  pool.start(0, game_from(kRoot), {.visits = 100});
  pool.start(1, game_from(kWithRat), {.visits = 100});
  for (int finished = 0; finished < 2;) finished += static_cast<int>(pool.step().size());
  const RootSummary& inside = pool.result(0);
  EXPECT_EQ(inside.proven, 1);
  EXPECT_LE(inside.visits, 2);
  int shortest = NodeState::kMaxDistance;
  for (const RootMove& move : inside.moves)
    if (move.proven > 0) shortest = std::min(shortest, move.plies_to_end);
  EXPECT_EQ(shortest, 149);
  EXPECT_EQ(pool.result(1).proven, 1);
}

TEST(MctsEndgames, AsksOnlyWhereFewAnimalsAreLeft) {
  FixedEndings table;
  table.set_default({0, 0});
  decide(game_from("7/7/6d/7/4r2/7/T6/7/2R4 r 0 1"), table, 2000);
  EXPECT_LE(table.largest_asked(), 3);
  const int asked = table.probes();
  decide(Game(RuleSet()), table);
  EXPECT_EQ(table.probes(), asked);
}

TEST(MctsEndgames, WithoutTheSolverTheTableStillGivesValues) {
  const FixedEndings table(kAfterUp, {-1, 20});
  const auto player =
      test::make_player(test::Opinion::kUniform, {.solver = false, .memory_mb = 64, .endgame_table = &table});
  const Decision decision = player->choose_move(game_from(kRoot), {.visits = 200}, {});
  EXPECT_EQ(to_string(decision.move), "a3a4");
  EXPECT_EQ(decision.nodes, 200);
}

TEST(MctsEndgames, GoesOnByItselfWhenTheTableStopsAnswering) {
  for (const int threads : {1, 2}) {
    for (const int answers : {0, 1, 7, 50}) {
      FixedEndings table;
      table.set_default({0, 0});
      table.stop_after(answers);
      const auto player =
          test::make_player(test::Opinion::kUniform, {.memory_mb = 64, .endgame_table = &table}, threads);
      const Game den_in_five = game_from("7/7/7/3L3/6r/7/7/7/7 r 0 1");
      while (!table.silent()) {
        player->new_game();
        player->choose_move(den_in_five, {.visits = 100}, {});
      }
      player->new_game();
      EXPECT_EQ(player->choose_move(den_in_five, {.visits = 20000}, {}).plies_left, 5) << answers;
    }
  }
}

}  // namespace
}  // namespace jungle
