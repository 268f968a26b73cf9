#include <gtest/gtest.h>

#include "core/movegen.hpp"
#include "core/notation.hpp"
#include "tests/search/mcts/support.hpp"
#include "tests/support/random_positions.hpp"

namespace jungle {
namespace {

using test::game_from;
using test::make_player;
using test::Opinion;

// Red's lion walks to the den; Blue's rat is too far away to matter.
constexpr std::string_view kDenInOne = "7/3L3/7/7/6r/7/7/7/7 r 0 1";
constexpr std::string_view kDenInThree = "7/7/3L3/7/6r/7/7/7/7 r 0 1";
constexpr std::string_view kDenInFive = "7/7/7/3L3/6r/7/7/7/7 r 0 1";
constexpr std::string_view kLostInTwo = "7/3L3/7/7/6r/7/7/7/7 b 0 1";
constexpr std::string_view kLostInFour = "7/7/3L3/7/6r/7/7/7/7 b 0 1";

Decision search(const Game& game, std::int64_t visits, Opinion opinion = Opinion::kUniform, int threads = 1) {
  return make_player(opinion, {.memory_mb = 64}, threads)->choose_move(game, {.visits = visits}, {});
}

TEST(Mcts, EntersTheDenWithoutLookingFurther) {
  const Decision decision = search(game_from(kDenInOne), 10000);
  EXPECT_EQ(to_string(decision.move), "d8d9");
  EXPECT_EQ(decision.plies_left, 1);
  EXPECT_EQ(decision.wdl_for_side_to_move, (Wdl{1, 0, 0}));
  EXPECT_EQ(decision.root_moves.front().proven, 1);
  EXPECT_LE(decision.nodes, 2);
}

TEST(Mcts, TakesTheLastAnimalWithoutLookingFurther) {
  const Decision decision = search(game_from("7/7/7/3L3/3r3/7/7/7/7 r 0 1"), 10000);
  EXPECT_EQ(to_string(decision.move), "d6d5");
  EXPECT_EQ(decision.plies_left, 1);
}

TEST(Mcts, FindsForcedDenEntryInThreePlies) {
  for (const Opinion opinion : {Opinion::kUniform, Opinion::kHash}) {
    const Decision decision = search(game_from(kDenInThree), 2000, opinion);
    EXPECT_EQ(decision.root_moves.front().proven, 1);
    EXPECT_EQ(decision.plies_left, 3);
    EXPECT_LT(decision.nodes, 2000) << "a proven root ends the search";
  }
}

TEST(Mcts, FindsForcedDenEntryInFivePlies) {
  const Decision decision = search(game_from(kDenInFive), 20000);
  EXPECT_EQ(decision.root_moves.front().proven, 1);
  EXPECT_EQ(decision.plies_left, 5);
  EXPECT_EQ(to_string(decision.move), "d6d7");
}

TEST(Mcts, RecognisesAForcedLoss) {
  for (const auto& [position, plies] : {std::pair(kLostInTwo, 2), std::pair(kLostInFour, 4)}) {
    const Decision decision = search(game_from(position), 20000);
    EXPECT_EQ(decision.wdl_for_side_to_move, (Wdl{0, 0, 1}));
    EXPECT_EQ(decision.plies_left, plies);
    for (const RootMove& move : decision.root_moves) EXPECT_EQ(move.proven, -1);
  }
}

TEST(Mcts, SeveralThreadsFindTheSameForcedWin) {
  for (int i = 0; i < 20; ++i) {
    const Decision decision = search(game_from(kDenInFive), 50000, Opinion::kHash, 3);
    ASSERT_EQ(decision.root_moves.front().proven, 1);
    ASSERT_EQ(decision.wdl_for_side_to_move, (Wdl{1, 0, 0}));
  }
}

TEST(Mcts, WithoutTheSolverOnlyValuesSpeak) {
  auto player = make_player(Opinion::kUniform, {.solver = false, .memory_mb = 64});
  const Decision decision = player->choose_move(game_from(kDenInThree), {.visits = 5000}, {});
  EXPECT_EQ(decision.nodes, 5000);
  EXPECT_EQ(to_string(decision.move).substr(0, 2), "d7");
  EXPECT_GT(decision.wdl_for_side_to_move.win, 0.8F);
  for (const RootMove& move : decision.root_moves) EXPECT_EQ(move.proven, 0);
  test::check_visits(player->tree());
}

// +1, 0 or -1 for the side to move: what can be forced within so many plies, by plain search of all moves.
int forced_result(Game& game, int plies) {
  if (!game.outcome().is_ongoing()) return game.outcome().value_for(game.side_to_move());
  if (plies == 0) return 0;
  MoveList moves;
  game.legal_moves(moves);
  int best = -1;
  for (int i = 0; i < moves.size() && best < 1; ++i) {
    game.play(moves[i]);
    best = std::max(best, -forced_result(game, plies - 1));
    game.undo();
  }
  return best;
}

TEST(Mcts, SolverAgreesWithPlainSearchOnSmallEndings) {
  int wins = 0;
  int losses = 0;
  for (const std::string_view preset : {"wango", "leiden", "halfmove60"}) {
    const RuleSet rules = *RuleSet::preset(preset);
    Rng rng({12});
    for (int i = 0; i < 120; ++i) {
      Game game(rules, test::random_sparse_position(rng));
      if (!game.outcome().is_ongoing() || game.position().occupied().count() > 4) continue;
      MoveList moves;
      game.legal_moves(moves);
      if (moves.size() == 1) continue;  // played without a search
      const Decision decision = search(game, 3000, Opinion::kHash);
      const int proven = decision.root_moves.front().proven;
      const auto plies = static_cast<int>(decision.plies_left);
      if (proven != 0 && plies <= 5) {
        ASSERT_EQ(forced_result(game, plies), proven) << to_string(game.position());
        wins += proven > 0;
        losses += proven < 0;
      }
      const int soon = forced_result(game, 3);
      if (soon != 0) {
        ASSERT_EQ(proven, soon) << to_string(game.position());
      }
    }
  }
  EXPECT_GT(wins, 30);
  EXPECT_GT(losses, 5);
}

}  // namespace
}  // namespace jungle
