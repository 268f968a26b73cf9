// Marks, losses and sums from made-up opinions.

#include "app/analyze/game_review.hpp"

#include <vector>

#include <gtest/gtest.h>

#include "core/notation.hpp"

namespace jungle {
namespace {

Decision opinion(std::string_view best, float score) {
  Decision decision;
  decision.move = *parse_move(best);
  decision.wdl_for_side_to_move = {score, 0, 1 - score};
  return decision;
}

Game played(std::initializer_list<std::string_view> moves) {
  Game game{RuleSet()};
  for (const std::string_view move : moves) game.play(*parse_move(move));
  return game;
}

TEST(GameReview, AMoveLosesWhatThePositionAfterItIsWorthLess) {
  const Game game = played({"g3g4", "a7a6"});
  // Red had 60 % and leaves Blue 45 %: it has 55. Blue then has 45 % and leaves Red 75 %: it has 25.
  const GameReview review =
      review_game(game, std::vector{opinion("g3f3", 0.60F), opinion("c7d7", 0.45F), opinion("g4g5", 0.75F)});
  ASSERT_EQ(review.moves.size(), 2U);
  EXPECT_EQ(review.moves[0].side, Side::kRed);
  EXPECT_NEAR(review.moves[0].score, 0.55, 1e-6);
  EXPECT_NEAR(review.moves[0].loss, 0.05, 1e-6);
  EXPECT_NEAR(review.moves[1].score, 0.25, 1e-6);
  EXPECT_NEAR(review.moves[1].loss, 0.20, 1e-6);
}

TEST(GameReview, ReportedScoresAreThoseOfTheBestLines) {
  // Tree search thinks less of a position than of its best line: it has tried bad moves too.
  const auto with_line = [](std::string_view best, float mean, float of_line) {
    Decision decision = opinion(best, mean);
    SearchLine line;
    line.wdl_for_side_to_move = {of_line, 0, 1 - of_line};
    decision.lines.push_back(line);
    return decision;
  };
  const GameReview review = review_game(
      played({"g3g4"}), std::vector{with_line("g3f3", 0.40F, 0.75F), with_line("a7a6", 0.20F, 0.50F)});
  EXPECT_NEAR(review.moves[0].best_score, 0.75, 1e-6);
  EXPECT_NEAR(review.moves[0].score, 0.50, 1e-6);
  EXPECT_NEAR(review.moves[0].loss, 0.25, 1e-6);
}

TEST(GameReview, MarksBeginAtTheirThresholds) {
  const auto mark = [](float left_to_red) {
    const auto review =
        review_game(played({"g3g4"}), std::vector{opinion("g3f3", 0.75F), opinion("a7a6", 1 - left_to_red)});
    return std::string(to_string(review.moves[0].mark));
  };
  EXPECT_EQ(mark(0.71F), "");
  EXPECT_EQ(mark(0.69F), "?!");
  EXPECT_EQ(mark(0.66F), "?!");
  EXPECT_EQ(mark(0.64F), "?");
  EXPECT_EQ(mark(0.56F), "?");
  EXPECT_EQ(mark(0.54F), "??");
  EXPECT_EQ(mark(0.80F), "") << "better than was thought";
}

TEST(GameReview, TheBestMoveLosesNothingWhateverIsThoughtLater) {
  const auto review =
      review_game(played({"g3g4"}), std::vector{opinion("g3g4", 0.9F), opinion("a7a6", 0.9F)});
  EXPECT_EQ(review.moves[0].loss, 0);
  EXPECT_EQ(review.sides[0].best_moves, 1);
}

TEST(GameReview, TheEndOfTheGameCountsForItself) {
  Game game(RuleSet(), *parse_position("c6/3D3/7/7/7/7/R6/e6/7 r 0 1"));
  game.play(*parse_move("d8d9"));
  const auto review = review_game(game, std::vector{opinion("a3a2", 0.5F), Decision()});
  EXPECT_EQ(review.moves[0].score, 1);
  EXPECT_EQ(review.moves[0].loss, 0);
}

TEST(GameReview, WithFewerOpinionsTheFirstMovesAreReviewed) {
  const Game game = played({"g3g4", "a7a6", "g4g5"});
  const auto review = review_game(game, std::vector{opinion("g3f3", 0.5F), opinion("a7a6", 0.8F)});
  ASSERT_EQ(review.moves.size(), 1U);
  EXPECT_NEAR(review.moves[0].score, 0.2, 1e-6);
  EXPECT_TRUE(review_game(game, std::vector{opinion("g3f3", 0.5F)}).moves.empty());
}

TEST(GameReview, SidesAreSummedUp) {
  const Game game = played({"g3g4", "a7a6", "g4g5"});
  const auto review = review_game(game, std::vector{opinion("g3f3", 0.5F), opinion("a7a6", 0.8F),
                                                    opinion("g4g5", 0.4F), opinion("c7d7", 0.5F)});
  const SideReview& red = review.sides[0];
  EXPECT_EQ(red.moves, 2);
  EXPECT_EQ(red.best_moves, 1);
  EXPECT_EQ(red.marks[static_cast<std::size_t>(Mark::kBlunder)], 1);
  EXPECT_NEAR(red.mean_loss, 0.15, 1e-6);
  EXPECT_EQ(review.sides[1].moves, 1);
  EXPECT_EQ(review.sides[1].best_moves, 1);
  EXPECT_EQ(review.sides[1].mean_loss, 0);
}

}  // namespace
}  // namespace jungle
