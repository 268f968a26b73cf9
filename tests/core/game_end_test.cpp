// Every way a game ends, and the order in which the endings are asked for: den, animals left, legal moves,
// repetition, no-capture limit, length.

#include "tests/core/core_test_helpers.hpp"

namespace jungle::test {
namespace {

constexpr Outcome kOngoing{};

Outcome red_wins(EndReason reason) { return win_for(Side::kRed, reason); }
Outcome blue_wins(EndReason reason) { return win_for(Side::kBlue, reason); }
Outcome drawn(EndReason reason) { return {GameResult::kDraw, reason}; }

// The outcome after blank-separated moves from a position.
Outcome outcome_after(const RuleSet& rules, std::string_view position, std::string_view moves) {
  Game game(rules, position_of(position));
  play_all(game, moves);
  return game.outcome();
}

// Both rats step out and back: after 4 plies the start position stands again.
constexpr std::string_view kCycle = "g3g4 a7a6 g4g3 a6a7 ";
constexpr std::string_view kStart = "l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L r 0 1";

std::string cycles(int count) {
  std::string moves;
  for (int i = 0; i < count; ++i) moves += kCycle;
  return moves;
}

TEST(GameEnd, TheStartIsOngoingUnderEveryPreset) {
  for (std::string_view name : RuleSet::preset_names())
    EXPECT_EQ(Game(preset(name)).outcome(), kOngoing) << name;
}

TEST(GameEnd, EnteringTheEnemyDenWins) {
  EXPECT_EQ(outcome_after(RuleSet(), "6e/3R3/7/7/7/7/7/7/7 r", "d8d9"), red_wins(EndReason::kDen));
  EXPECT_EQ(outcome_after(RuleSet(), "7/7/7/7/7/7/7/7/E1r4 b", "c1d1"), blue_wins(EndReason::kDen));
}

TEST(GameEnd, TakingTheLastAnimalWins) {
  EXPECT_EQ(outcome_after(RuleSet(), "7/7/7/7/7/7/7/c6/C6 r", "a1a2"), red_wins(EndReason::kCaptureAll));
  EXPECT_EQ(outcome_after(RuleSet(), "7/7/7/7/7/7/7/c6/C6 b", "a2a1"), blue_wins(EndReason::kCaptureAll));
}

TEST(GameEnd, WithoutCaptureAllASideWithoutAnimalsIsJudgedAtItsTurn) {
  const RuleSet loss = wango_with({{"capture_all", "none"}});
  const RuleSet draw = wango_with({{"capture_all", "none"}, {"no_move", "draw"}});
  EXPECT_EQ(outcome_after(loss, "7/7/7/7/7/7/7/c6/C6 r", "a1a2"), red_wins(EndReason::kNoLegalMove));
  EXPECT_EQ(outcome_after(draw, "7/7/7/7/7/7/7/c6/C6 r", "a1a2"), drawn(EndReason::kNoLegalMove));
  // Red to move against nobody plays on; the ply after, Blue is judged.
  EXPECT_EQ(outcome_after(loss, "7/7/7/7/7/7/7/7/C6 r", ""), kOngoing);
  EXPECT_EQ(outcome_after(loss, "7/7/7/7/7/7/7/7/C6 r", "a1a2"), red_wins(EndReason::kNoLegalMove));
}

TEST(GameEnd, ASideThatCannotMoveLoses) {
  // Blue's cat in the corner is walled in by stronger animals.
  EXPECT_EQ(outcome_after(RuleSet(), "c1L4/E6/7/7/7/7/7/7/7 r", "c9b9"), red_wins(EndReason::kNoLegalMove));
  EXPECT_EQ(outcome_after(RuleSet(), "7/7/7/7/7/7/7/e6/C1l4 b", "c1b1"), blue_wins(EndReason::kNoLegalMove));
}

TEST(GameEnd, ATrappedAnimalWithNothingButCapturesCannotMove) {
  // Blue's wolf on Red's trap d2, hemmed in by a cat, a rat and a dog: rank 0 takes none of them, but the den
  // is open.
  EXPECT_EQ(legal_moves_text("7/7/7/7/7/7/3C3/2RwD2/7 b"), "d2d1");
  // On its own trap, where `everyone` disarms it too, it has no den to walk into.
  const RuleSet everyone = wango_with({{"trap_scope", "everyone"}});
  EXPECT_EQ(outcome_after(everyone, "7/2RwD2/3C3/7/7/7/7/7/7 b", ""), red_wins(EndReason::kNoLegalMove));
  EXPECT_EQ(outcome_after(RuleSet(), "7/2RwD2/3C3/7/7/7/7/7/7 b", ""), kOngoing);
}

TEST(GameEnd, NoMoveIsADrawWhereTheRuleSetSaysSo) {
  const RuleSet draw = wango_with({{"no_move", "draw"}});
  EXPECT_EQ(outcome_after(draw, "c1L4/E6/7/7/7/7/7/7/7 r", "c9b9"), drawn(EndReason::kNoLegalMove));
}

TEST(GameEnd, TheThirdOccurrenceIsADrawAndTheStartCounts) {
  EXPECT_EQ(outcome_after(RuleSet(), kStart, cycles(1)), kOngoing);
  EXPECT_EQ(outcome_after(RuleSet(), kStart, cycles(1) + "g3g4 a7a6 g4g3"), kOngoing);
  EXPECT_EQ(outcome_after(RuleSet(), kStart, cycles(2)), drawn(EndReason::kRepetition));
  EXPECT_EQ(outcome_after(wango_with({{"repetition", "none"}}), kStart, cycles(5)), kOngoing);
}

TEST(GameEnd, TheSameBoardWithTheOtherSideToMoveIsNoRepetition) {
  // Red's lion leaps four squares at once and walks back in six moves: after 13 plies the board is the same,
  // with Blue to move.
  constexpr std::string_view kPosition = "6e/7/7/7/7/7/1L5/7/7 r 0 1";
  constexpr std::string_view kRound = "b3b7 g9g8 b7a7 g8g9 a7a6 g9g8 a6a5 g8g9 a5a4 g9g8 a4a3 g8g9 a3b3";
  Game game(RuleSet(), position_of(kPosition));
  play_all(game, kRound);
  EXPECT_EQ(game.side_to_move(), Side::kBlue);
  EXPECT_EQ(game.repetitions(), 0);
  EXPECT_EQ(game.outcome(), kOngoing);
}

TEST(GameEnd, TheNoCaptureLimitCountsPliesOfBothSides) {
  const RuleSet rules = wango_with({{"no_capture_draw_plies", "3"}});
  EXPECT_EQ(outcome_after(rules, kStart, "g3g4 a7a6"), kOngoing);
  EXPECT_EQ(outcome_after(rules, kStart, "g3g4 a7a6 g4g5"), drawn(EndReason::kNoCapture));
  EXPECT_EQ(outcome_after(preset("kawu"), "6e/7/7/7/7/7/7/7/C6 r 198 120", "a1a2"), kOngoing);
  EXPECT_EQ(outcome_after(preset("kawu"), "6e/7/7/7/7/7/7/7/C6 r 198 120", "a1a2 g9g8"),
            drawn(EndReason::kNoCapture));
  EXPECT_EQ(outcome_after(preset("halfmove60"), "6e/7/7/7/7/7/7/7/C6 r 59 90", "a1a2"),
            drawn(EndReason::kNoCapture));
  EXPECT_EQ(outcome_after(RuleSet(), "6e/7/7/7/7/7/7/7/C6 r 5000 4000", "a1a2"), kOngoing);
}

TEST(GameEnd, ACaptureStartsTheCountAgain) {
  const RuleSet rules = wango_with({{"no_capture_draw_plies", "60"}});
  EXPECT_EQ(outcome_after(rules, "6e/7/7/7/7/7/7/r6/C6 r 59 40", "a1a2"), kOngoing);
}

TEST(GameEnd, APositionGivenAtItsLimitIsDrawnUnlessItIsWon) {
  const RuleSet& rules = preset("halfmove60");
  EXPECT_EQ(Game(rules, position_of("6e/7/7/7/7/7/7/7/C6 r 59 1")).outcome(), kOngoing);
  EXPECT_EQ(Game(rules, position_of("6e/7/7/7/7/7/7/7/C6 r 60 1")).outcome(), drawn(EndReason::kNoCapture));
  EXPECT_EQ(Game(rules, position_of("6e/7/7/7/7/7/7/7/C6 r 61 1")).outcome(), drawn(EndReason::kNoCapture));
  EXPECT_EQ(Game(rules, position_of("3C2e/7/7/7/7/7/7/7/7 b 60 1")).outcome(), red_wins(EndReason::kDen));
  EXPECT_EQ(Game(rules, position_of("7/7/7/7/7/7/7/7/C6 b 60 1")).outcome(),
            red_wins(EndReason::kCaptureAll));
  EXPECT_EQ(Game(rules, position_of("cL5/E6/7/7/7/7/7/7/7 b 60 1")).outcome(),
            red_wins(EndReason::kNoLegalMove));
}

TEST(GameEnd, LengthCountsThePliesOfThisGame) {
  const RuleSet rules = preset("panther").with_max_plies(3);
  EXPECT_EQ(outcome_after(rules, kStart, "g3g4 a7a6"), kOngoing);
  EXPECT_EQ(outcome_after(rules, kStart, "g3g4 a7a6 g4g5"), drawn(EndReason::kLength));
  // A position from deep in some other game starts at ply 0.
  EXPECT_EQ(Game(rules, position_of("6e/7/7/7/7/7/7/7/C6 r 40 400")).outcome(), kOngoing);
}

TEST(GameEnd, AWinBeatsEveryDrawRule) {
  const RuleSet rules = wango_with({{"no_capture_draw_plies", "1"}, {"max_plies", "1"}});
  EXPECT_EQ(outcome_after(rules, "6e/3R3/7/7/7/7/7/7/7 r", "d8d9"), red_wins(EndReason::kDen));
  EXPECT_EQ(outcome_after(rules, "7/7/7/7/7/7/7/c6/C6 r", "a1a2"), red_wins(EndReason::kCaptureAll));
  EXPECT_EQ(outcome_after(rules, "c1L4/E6/7/7/7/7/7/7/7 r", "c9b9"), red_wins(EndReason::kNoLegalMove));
}

TEST(GameEnd, AnEnteredDenIsAskedForBeforeAnimalsLeft) {
  EXPECT_EQ(Game(RuleSet(), position_of("3C3/7/7/7/7/7/7/7/7 b")).outcome(), red_wins(EndReason::kDen));
}

TEST(GameEnd, AnimalsLeftAreAskedForBeforeLegalMoves) {
  EXPECT_EQ(Game(RuleSet(), position_of("7/7/7/7/7/7/7/7/C6 b")).outcome(), red_wins(EndReason::kCaptureAll));
  EXPECT_EQ(Game(RuleSet(), position_of("7/7/7/7/7/7/7/7/C6 r")).outcome(), red_wins(EndReason::kCaptureAll));
}

TEST(GameEnd, DrawRulesAreAskedForInOrder) {
  // After two cycles, 8 plies, all three hold; with one taken away the next one is the reason.
  const auto rules = [](std::string_view repetition, std::string_view no_capture, std::string_view length) {
    return wango_with(
        {{"repetition", repetition}, {"no_capture_draw_plies", no_capture}, {"max_plies", length}});
  };
  EXPECT_EQ(outcome_after(rules("third_is_draw", "8", "8"), kStart, cycles(2)),
            drawn(EndReason::kRepetition));
  EXPECT_EQ(outcome_after(rules("none", "8", "8"), kStart, cycles(2)), drawn(EndReason::kNoCapture));
  EXPECT_EQ(outcome_after(rules("none", "0", "8"), kStart, cycles(2)), drawn(EndReason::kLength));
}

TEST(GameEnd, ADrawForWantOfMovesIsNamedBeforeTheOtherDraws) {
  const RuleSet rules = wango_with({{"no_move", "draw"}, {"no_capture_draw_plies", "1"}, {"max_plies", "1"}});
  EXPECT_EQ(outcome_after(rules, "c1L4/E6/7/7/7/7/7/7/7 r", "c9b9"), drawn(EndReason::kNoLegalMove));
}

TEST(GameEnd, BoardOutcomeSetsDrawRulesAside) {
  const RuleSet rules = wango_with({{"no_capture_draw_plies", "1"}});
  EXPECT_EQ(board_outcome(position_of("6e/7/7/7/7/7/7/7/C6 r 60 1"), rules), kOngoing);
  EXPECT_EQ(board_outcome(position_of("cL5/E6/7/7/7/7/7/7/7 b"), rules), red_wins(EndReason::kNoLegalMove));
  EXPECT_EQ(board_outcome_but_moves(position_of("cL5/E6/7/7/7/7/7/7/7 b"), rules), kOngoing);
  EXPECT_EQ(board_outcome_but_moves(position_of("3C2e/7/7/7/7/7/7/7/7 b"), rules), red_wins(EndReason::kDen));
}

TEST(GameEnd, AGameThatBeginsOnAFinishedPositionIsOverAtOnce) {
  for (std::string_view text : {"3C2e/7/7/7/7/7/7/7/7 b", "7/7/7/7/7/7/7/7/C6 r", "cL5/E6/7/7/7/7/7/7/7 b"}) {
    const Game game(RuleSet(), position_of(text));
    EXPECT_FALSE(game.outcome().is_ongoing()) << text;
    MoveList moves;
    moves.push(move_of("a1a2"));
    game.legal_moves(moves);
    EXPECT_TRUE(moves.empty()) << text;
  }
}

TEST(Outcome, SpeaksForEitherSide) {
  const Outcome red = red_wins(EndReason::kDen);
  EXPECT_TRUE(red.is_win_for(Side::kRed));
  EXPECT_FALSE(red.is_win_for(Side::kBlue));
  EXPECT_EQ(red.value_for(Side::kRed), 1);
  EXPECT_EQ(red.value_for(Side::kBlue), -1);
  EXPECT_EQ(blue_wins(EndReason::kDen).value_for(Side::kBlue), 1);
  EXPECT_EQ(drawn(EndReason::kLength).value_for(Side::kRed), 0);
  EXPECT_EQ(drawn(EndReason::kLength).value_for(Side::kBlue), 0);
  EXPECT_TRUE(kOngoing.is_ongoing());
}

TEST(Outcome, HasTheWordsThatScriptsReadFor) {
  EXPECT_EQ(to_string(GameResult::kOngoing), "ongoing");
  EXPECT_EQ(to_string(GameResult::kRed), "red");
  EXPECT_EQ(to_string(GameResult::kBlue), "blue");
  EXPECT_EQ(to_string(GameResult::kDraw), "draw");
  EXPECT_EQ(to_string(EndReason::kNone), "none");
  EXPECT_EQ(to_string(EndReason::kDen), "den");
  EXPECT_EQ(to_string(EndReason::kCaptureAll), "capture_all");
  EXPECT_EQ(to_string(EndReason::kNoLegalMove), "no_legal_move");
  EXPECT_EQ(to_string(EndReason::kRepetition), "repetition");
  EXPECT_EQ(to_string(EndReason::kNoCapture), "no_capture");
  EXPECT_EQ(to_string(EndReason::kLength), "length");
}

}  // namespace
}  // namespace jungle::test
