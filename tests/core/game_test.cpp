// The game in progress: history, repetition counts, taking moves back.

#include "core/movegen.hpp"
#include "tests/core/core_test_helpers.hpp"
#include "tests/support/positions.hpp"
#include "tests/support/random_positions.hpp"

namespace jungle::test {
namespace {

// Everything a Game tells.
void expect_same(const Game& game, const Game& expected) {
  EXPECT_EQ(game.rules(), expected.rules());
  EXPECT_EQ(game.position(), expected.position());
  EXPECT_EQ(game.start_position(), expected.start_position());
  EXPECT_EQ(game.outcome(), expected.outcome());
  EXPECT_EQ(game.plies(), expected.plies());
  EXPECT_EQ(game.moves(), expected.moves());
  EXPECT_EQ(game.repetitions(), expected.repetitions());
  for (int ply = 0; ply <= expected.plies(); ++ply)
    EXPECT_EQ(game.position_at(ply), expected.position_at(ply));
}

TEST(Game, StartsFromTheLayoutOfTheRulesWithItsFirstSide) {
  EXPECT_EQ(Game(RuleSet()).position(), position_of("l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L r 0 1"));
  EXPECT_EQ(Game(preset("panther")).position(),
            position_of("l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L b 0 1"));
}

TEST(Game, KeepsItsMovesAndPositions) {
  Game game{RuleSet()};
  play_all(game, "g3g4 a7a6 c3d3");
  EXPECT_EQ(game.plies(), 3);
  EXPECT_EQ(game.moves(), (std::vector<Move>{move_of("g3g4"), move_of("a7a6"), move_of("c3d3")}));
  EXPECT_EQ(game.side_to_move(), Side::kBlue);
  EXPECT_EQ(game.start_position(), Position::start(RuleSet()));
  EXPECT_EQ(game.position_at(0), game.start_position());
  EXPECT_EQ(game.position_at(3), game.position());
  EXPECT_EQ(game.position(), position_of("l5t/1d3c1/2p1w1e/r6/7/6R/E2WP2/1C3D1/T5L b 3 2"));
}

TEST(Game, CountsHowOftenTheBoardStoodBefore) {
  Game game(wango_with({{"repetition", "none"}}));
  EXPECT_EQ(game.repetitions(), 0);
  for (int round = 1; round <= 4; ++round) {
    play_all(game, "g3g4 a7a6 g4g3 a6a7");
    EXPECT_EQ(game.repetitions(), round);
  }
  play_all(game, "c3d3");
  EXPECT_EQ(game.repetitions(), 0);
}

TEST(Game, RepetitionsSaturateAndTheGameGoesOn) {
  Game game(wango_with({{"repetition", "none"}}));
  for (int round = 0; round < 300; ++round) play_all(game, "g3g4 a7a6 g4g3 a6a7");
  EXPECT_EQ(game.repetitions(), 255);
  EXPECT_TRUE(game.outcome().is_ongoing());
}

TEST(Game, AGivenClockDoesNotHideRepetitionsNorInventThem) {
  Game game(RuleSet(), position_of("6e/7/7/7/7/7/7/7/C6 r 37 50"));
  play_all(game, "a1a2 g9g8 a2a1 g8g9");
  EXPECT_EQ(game.repetitions(), 1);
  play_all(game, "a1a2 g9g8 a2a1 g8g9");
  EXPECT_EQ(game.outcome(), (Outcome{GameResult::kDraw, EndReason::kRepetition}));
}

TEST(Game, ACaptureBetweenBreaksNoCount) {
  // After the capture of the rat the same shuffle is counted from its own start.
  Game game(RuleSet(), position_of("6e/7/7/7/7/7/7/r6/C6 r 0 1"));
  play_all(game, "a1a2 g9g8 a2a1 g8g9 a1a2");
  EXPECT_EQ(game.repetitions(), 1);  // the board right after the capture, with Blue to move
}

TEST(Game, UndoRestoresEverythingUnderEveryRuleSet) {
  Rng rng({11});
  for (const RuleSet& rules : conformance_rule_sets()) {
    std::vector<Game> snapshots;
    Game game(rules);
    while (game.outcome().is_ongoing() && game.plies() < 60) {
      snapshots.push_back(game);
      game.play(random_move(game.position(), rules, rng));
    }
    while (game.plies() > 0) {
      game.undo();
      expect_same(game, snapshots.back());
      snapshots.pop_back();
      if (HasFatalFailure() || testing::Test::HasFailure()) return;
    }
  }
}

TEST(Game, UndoFromAFinishedGameGoesOn) {
  Game game(RuleSet(), position_of("6e/3R3/7/7/7/7/7/7/7 r"));
  play_all(game, "d8d9");
  EXPECT_FALSE(game.outcome().is_ongoing());
  game.undo();
  EXPECT_TRUE(game.outcome().is_ongoing());
  play_all(game, "d8d7");
  EXPECT_EQ(game.position(), position_of("6e/7/3R3/7/7/7/7/7/7 b 1 1"));
}

TEST(Game, MovesMadeAfterUndoForgetTheOnesTakenBack) {
  Game game{RuleSet()};
  play_all(game, "g3g4 a7a6 g4g3 a6a7");
  game.undo();
  play_all(game, "a6b6");
  EXPECT_EQ(game.repetitions(), 0);
  EXPECT_EQ(game.moves().back(), move_of("a6b6"));
}

}  // namespace
}  // namespace jungle::test
