// What a search has to see, position by position.

#include <gtest/gtest.h>

#include "core/movegen.hpp"
#include "core/notation.hpp"
#include "search/alphabeta/player.hpp"
#include "search/alphabeta/search.hpp"
#include "tests/support/random_positions.hpp"

namespace jungle {
namespace {

Decision decide(const Game& game, int depth) {
  AlphaBetaPlayer player("ab");
  return player.choose_move(game, {.depth = depth}, {});
}

Decision decide(std::string_view position, int depth, std::string_view rules = "wango") {
  return decide(Game(*RuleSet::preset(rules), *parse_position(position)), depth);
}

TEST(AlphaBeta, EntersTheDenWhenItCan) {
  const Decision decision = decide("7/3C3/2e4/7/7/7/7/6E/l6 r 0 1", 4);
  EXPECT_EQ(to_string(decision.move), "d8d9");
  EXPECT_EQ(decision.wdl_for_side_to_move, (Wdl{1, 0, 0}));
  EXPECT_EQ(decision.plies_left, 1);
}

TEST(AlphaBeta, FindsTheDenInThreePlies) {
  // Stepping onto the trap at d8, where nothing can take the wolf in time.
  const Decision decision = decide("7/7/3W3/7/7/7/l6/7/6R r 0 1", 3);
  EXPECT_EQ(to_string(decision.move), "d7d8");
  EXPECT_EQ(decision.plies_left, 3);
}

TEST(AlphaBeta, PrefersTheShorterWin) {
  // The leopard needs five plies, the wolf three.
  const Decision decision = decide("7/1P5/3W3/7/7/7/l6/7/6R r 0 1", 8);
  EXPECT_EQ(to_string(decision.move), "d7d8");
  EXPECT_EQ(decision.plies_left, 3);
}

TEST(AlphaBeta, TakesTheOnlyAttackerOfItsDen) {
  // Red's wolf stands next to Blue's den; any other move loses.
  const Decision decision = decide("7/3Wc2/7/7/7/7/7/4R2/e6 b 0 1", 4);
  EXPECT_EQ(to_string(decision.move), "e8d8");
}

TEST(AlphaBeta, SeesALossItCannotPrevent) {
  const Decision decision = decide("7/3W3/7/c6/7/7/7/4R2/e6 b 0 1", 4);
  EXPECT_EQ(decision.wdl_for_side_to_move, (Wdl{0, 0, 1}));
  EXPECT_EQ(decision.plies_left, 2);
}

TEST(AlphaBeta, TakesTheHangingAnimalAndNotTheDefendedBait) {
  // The elephant may take the lion.
  const Decision decision = decide("7/r6/7/7/7/7/2El3/4W2/6c r 0 1", 4);
  EXPECT_EQ(to_string(decision.move), "c3d3");
}

TEST(AlphaBeta, WinsByTakingTheLastAnimal) {
  const Decision decision = decide("7/7/7/7/7/7/7/R4Lc/7 r 0 1", 2);
  EXPECT_EQ(to_string(decision.move), "f2g2");
  EXPECT_EQ(decision.plies_left, 1);
}

// No move that allows the den at once is played while another exists.
TEST(AlphaBeta, NeverWalksIntoALossInOnePly) {
  const RuleSet rules;
  Rng rng({61});
  AlphaBetaPlayer player("ab", {.table_mb = 1});
  const auto loses_at_once = [](const Game& game) {
    MoveList replies;
    game.legal_moves(replies);
    for (Move reply : replies) {
      Game next = game;
      next.play(reply);
      if (next.outcome().is_win_for(game.side_to_move())) return true;
    }
    return false;
  };
  int tempting = 0;
  for (int i = 0; i < 1500; ++i) {
    const Game game(rules, test::random_sparse_position(rng));
    if (!game.outcome().is_ongoing()) continue;
    MoveList moves;
    game.legal_moves(moves);
    int bad = 0;
    for (Move move : moves) {
      Game next = game;
      next.play(move);
      bad += next.outcome().is_ongoing() && loses_at_once(next) ? 1 : 0;
    }
    if (bad == 0 || bad == moves.size()) continue;
    ++tempting;
    Game next = game;
    next.play(player.choose_move(game, {.depth = 2}, {}).move);
    EXPECT_FALSE(next.outcome().is_ongoing() && loses_at_once(next)) << to_string(game.position());
  }
  EXPECT_GT(tempting, 100);
}

TEST(AlphaBeta, TakesADrawByRepetitionWhenItIsLosing) {
  // Blue is far behind. The game so far went to and fro: one more move back makes the third visit of the
  // start position.
  Game game(RuleSet(), *parse_position("7/l6/7/7/7/7/6E/5PT/2W3L b 0 1"));
  for (std::string_view move : {"a8a7", "g3g4", "a7a8", "g4g3", "a8a7", "g3g4"}) game.play(*parse_move(move));
  // Blue at a7 to move; a7a8 g4g3 would be the third time. Red will not repeat, Blue can't force it: no draw
  // yet.
  const Decision far = decide(game, 6);
  EXPECT_LT(far.wdl_for_side_to_move.draw, 0.9F);
  game.play(*parse_move("a7a8"));
  game.play(*parse_move("g4g3"));
  EXPECT_TRUE(game.outcome().is_draw());
}

TEST(AlphaBeta, AWinnerAvoidsTheThirdRepetition) {
  Game game(RuleSet(), *parse_position("7/l6/7/7/7/7/6E/5PT/2W3L b 0 1"));
  for (std::string_view move : {"a8a7", "g3g4", "a7a8", "g4g3", "a8a7", "g3g4", "a7a8"})
    game.play(*parse_move(move));
  const Decision decision = decide(game, 6);
  EXPECT_NE(to_string(decision.move), "g4g3");
  EXPECT_GT(decision.wdl_for_side_to_move.win, 0.5F);
}

TEST(AlphaBeta, TheLastPlyBeforeTheNoCaptureLimitIsADrawUnlessItWins) {
  // Far ahead, but the next quiet move is the sixtieth.
  const Decision drawn = decide("7/l6/7/7/7/7/6E/5PT/2W3L r 59 40", 6, "halfmove60");
  EXPECT_NEAR(drawn.wdl_for_side_to_move.value(), 0.0F, 1e-6F);
  const Decision won = decide("7/3C3/2e4/7/7/7/7/6E/l6 r 59 40", 6, "halfmove60");
  EXPECT_EQ(won.plies_left, 1);
}

TEST(AlphaBeta, AProvenRootMoveSaysHowSoonTheGameEnds) {
  const Decision decision = decide("7/7/3W3/7/7/7/l6/7/6R r 0 1", 3);
  EXPECT_EQ(decision.root_moves.front().proven, 1);
  EXPECT_EQ(decision.root_moves.front().plies_to_end, 3);
}

TEST(AlphaBeta, ADenAttackThatRepeatsAThirdTimeIsNoProof) {
  // Red's wolf went to and fro between d7 and d8. Its next step to d8 is met by a move back (or, after a4a3,
  // is itself) the third visit of a board: a draw, not a win.
  Game game(RuleSet(), *parse_position("7/3W3/7/7/7/7/l6/7/c5R b 0 1"));
  for (std::string_view move : {"a3a4", "d8d7", "a4a3", "d7d8", "a3a4", "d8d7"}) game.play(*parse_move(move));
  const Decision decision = decide(game, 4);
  EXPECT_LT(decision.wdl_for_side_to_move.loss, 1.0F);
  for (const RootMove& move : decision.root_moves) EXPECT_EQ(move.proven, 0) << to_string(move.move);
}

TEST(AlphaBeta, AnAttackerIsNoProofWhenAThirdVisitAnswersIt) {
  // d7d8 threatens the den, but a6a7 then makes the third visit of the first board.
  Game game(RuleSet(), *parse_position("7/3W3/c6/7/7/7/7/4R2/e6 r 0 1"));
  for (std::string_view move : {"d8d7", "a7a6", "d7d8", "a6a7", "d8d7", "a7a6"}) game.play(*parse_move(move));
  EXPECT_LT(decide(game, 3).wdl_for_side_to_move.win, 1.0F);
}

TEST(AlphaBeta, ASideWithoutMovesLosesEvenAtTheLengthLimit) {
  // Red has one move, the rat's; then the wolf takes it with the last ply, and Red's cat can't move.
  using namespace alphabeta;
  const RuleSet rules = RuleSet().with_max_plies(2);
  const Game game(rules, *parse_position("7/7/7/7/7/7/6w/e6/Cl3cR r 0 1"));
  const EvalTables tables(rules);
  Memory memory(0);
  Stopper stopper({.depth = 1}, {});
  Search search(game, {}, tables, memory, stopper);
  ASSERT_EQ(search.root_moves().size(), 1U);
  ASSERT_TRUE(search.deepen(1));
  EXPECT_EQ(search.score(), loss_in(2));
}

}  // namespace
}  // namespace jungle
