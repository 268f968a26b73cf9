#include "selfplay/rating/tally.hpp"

#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "tests/rating/test_players.hpp"

namespace jungle {
namespace {

MatchGame game(int index, GameResult result, EndReason reason, std::vector<Move> moves = {}) {
  MatchGame made;
  made.index = index;
  made.side_of_a = index % 2 == 0 ? Side::kRed : Side::kBlue;
  made.outcome = {result, reason};
  made.moves = std::move(moves);
  return made;
}

TEST(Tally, CountsResultsPairsEndingsAndFirstSideWins) {
  const std::vector<MatchGame> games = {
      game(0, GameResult::kRed, EndReason::kDen),          // A wins, moving first
      game(1, GameResult::kBlue, EndReason::kCaptureAll),  // A wins, moving second: two points
      game(2, GameResult::kBlue, EndReason::kDen),         // A loses
      game(3, GameResult::kDraw, EndReason::kRepetition),  // half a point
      game(5, GameResult::kRed, EndReason::kNoLegalMove),  // A loses; its pair was not finished
  };
  const MatchTally tally = tally_match(games);
  EXPECT_EQ(tally.wins, 2);
  EXPECT_EQ(tally.draws, 1);
  EXPECT_EQ(tally.losses, 2);
  EXPECT_EQ(tally.pairs, (PairCounts{0, 1, 0, 0, 1}));
  EXPECT_EQ(tally.first_side_wins, 2);
  EXPECT_EQ(tally.endings[static_cast<std::size_t>(EndReason::kDen)], 2);
  EXPECT_EQ(tally.endings[static_cast<std::size_t>(EndReason::kRepetition)], 1);
  EXPECT_EQ(std::accumulate(tally.endings.begin(), tally.endings.end(), std::int64_t{0}), 5);
}

TEST(Tally, CountsEachMoveSequenceOnce) {
  const Move a(square_at(0, 0), square_at(0, 1));
  const Move b(square_at(1, 0), square_at(1, 1));
  const std::vector<MatchGame> games = {game(0, GameResult::kDraw, EndReason::kLength, {a, b}),
                                        game(1, GameResult::kDraw, EndReason::kLength, {a, b}),
                                        game(2, GameResult::kDraw, EndReason::kLength, {a}),
                                        game(3, GameResult::kDraw, EndReason::kLength, {b, a})};
  EXPECT_EQ(tally_match(games).unique_games, 3);
}

TEST(Tally, IdenticalDeterministicPlayersPlayEachOpeningOnce) {
  const auto player = test::first_move_contestant();
  const auto games = run_match({.rules = RuleSet(), .pairs = 6, .seed = 1}, player, player, {}, {});
  ASSERT_TRUE(games);
  const MatchTally tally = tally_match(*games);
  EXPECT_EQ(tally.games(), 12);
  EXPECT_EQ(tally.unique_games, 6);
  EXPECT_EQ(tally.pairs, (PairCounts{0, 0, 6, 0, 0}));  // the same game from both sides
}

TEST(Tally, CountsForfeitsByPlayerAndReasonAsLossesAndInNoEnding) {
  const auto lost = [](int index, Side loser, ForfeitReason reason) {
    MatchGame made =
        game(index, loser == Side::kRed ? GameResult::kBlue : GameResult::kRed, EndReason::kNone);
    made.forfeit = GameForfeit{.loser = loser, .why = {.reason = reason, .text = "x"}};
    return made;
  };
  const std::vector<MatchGame> games = {lost(0, Side::kRed, ForfeitReason::kCrash),   // A's
                                        lost(1, Side::kBlue, ForfeitReason::kCrash),  // A's
                                        lost(2, Side::kBlue, ForfeitReason::kTime),   // B's
                                        game(3, GameResult::kRed, EndReason::kDen)};  // A loses on the board
  const MatchTally tally = tally_match(games);
  EXPECT_EQ(tally.forfeits_a, (ForfeitCounts{0, 0, 2, 0, 0}));
  EXPECT_EQ(tally.forfeits_b, (ForfeitCounts{1, 0, 0, 0, 0}));
  EXPECT_EQ(tally.wins, 1);
  EXPECT_EQ(tally.losses, 3);
  EXPECT_EQ(tally.pairs, (PairCounts{1, 0, 1, 0, 0}));
  EXPECT_EQ(tally.endings[static_cast<std::size_t>(EndReason::kDen)], 1);
}

TEST(Tally, AddsUpThinkingTime) {
  MatchGame first = game(0, GameResult::kRed, EndReason::kDen);
  first.time_a = {.nanoseconds = 50, .moves = 5, .longest_nanoseconds = 20, .moves_over = 2};
  first.time_b = {.nanoseconds = 7, .moves = 4};
  MatchGame second = first;
  second.index = 1;
  second.time_a.longest_nanoseconds = 30;
  const MatchTally tally = tally_match(std::vector<MatchGame>{first, second});
  EXPECT_EQ(tally.time_a.nanoseconds, 100);
  EXPECT_EQ(tally.time_a.moves, 10);
  EXPECT_EQ(tally.time_a.longest_nanoseconds, 30);
  EXPECT_EQ(tally.time_a.moves_over, 4);
  EXPECT_EQ(tally.time_b.nanoseconds, 14);
  EXPECT_EQ(tally.time_b.moves, 8);
}

}  // namespace
}  // namespace jungle
