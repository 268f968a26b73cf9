#include "selfplay/rating/play_game.hpp"

#include <stop_token>

#include <gtest/gtest.h>

#include "core/notation.hpp"
#include "tests/rating/test_players.hpp"

namespace jungle {
namespace {

constexpr std::int64_t kMillisecond = 1'000'000;

TEST(PlayGame, BeginsAtTheGivenPositionAndCountsItsMovesAsTheOpening) {
  const RuleSet rules;
  Game start(rules, *parse_position("7/7/3r3/7/7/7/7/2T4/7 r 0 1"));
  start.play(*parse_move("c2c3"));
  Seat a = *take_seat(test::random_contestant()), b = *take_seat(test::random_contestant());
  const auto played = play_game(a, b, {.start = start, .side_of_a = Side::kBlue}, {});
  ASSERT_TRUE(played);
  EXPECT_EQ(played->opening_plies, 1);
  EXPECT_EQ(played->moves.front(), *parse_move("c2c3"));
  const auto plies = static_cast<std::int64_t>(played->moves.size());
  EXPECT_EQ(played->time_a.moves, plies / 2);  // Blue moves second
  EXPECT_EQ(played->time_a.moves + played->time_b.moves, plies - 1);
  Game replayed(rules, start.start_position());
  for (const Move move : played->moves) replayed.play(move);
  EXPECT_EQ(replayed.outcome(), played->outcome);
}

TEST(PlayGame, AForfeitIsAWinOfTheOtherSideWhateverStandsOnTheBoard) {
  for (const Side side_of_a : {Side::kRed, Side::kBlue}) {
    Seat a = *take_seat(test::forfeiting_contestant(2, {.reason = ForfeitReason::kTime, .text = "late"}));
    Seat b = *take_seat(test::first_move_contestant());
    const auto played = play_game(a, b, {.start = Game(RuleSet()), .side_of_a = side_of_a}, {});
    ASSERT_TRUE(played);
    EXPECT_EQ(played->outcome, win_for(!side_of_a, EndReason::kNone));
    EXPECT_EQ(played->half_points_of_a(), 0);
    EXPECT_TRUE(played->forfeited_by_a());
    EXPECT_FALSE(played->forfeited_by_b());
    EXPECT_EQ(played->moves.size(), side_of_a == Side::kRed ? 4U : 5U);
  }
}

TEST(PlayGame, AStoppedGameIsNoGame) {
  std::stop_source stop;
  stop.request_stop();
  Seat a = *take_seat(test::random_contestant()), b = *take_seat(test::random_contestant());
  EXPECT_FALSE(play_game(a, b, {.start = Game(RuleSet()), .side_of_a = Side::kRed}, stop.get_token()));
}

TEST(ThinkingTime, KeepsTheLongestMoveAndCountsThoseOverTheLimit) {
  ThinkingTime time;
  for (const std::int64_t milliseconds : {99, 100, 101, 130, 7})
    time.add_move(milliseconds * kMillisecond, {.movetime_ms = 100});
  EXPECT_EQ(time.moves, 5);
  EXPECT_EQ(time.nanoseconds, 437 * kMillisecond);
  EXPECT_EQ(time.longest_nanoseconds, 130 * kMillisecond);
  EXPECT_EQ(time.moves_over, 2);
  ThinkingTime untimed;
  untimed.add_move(kMillisecond, {.visits = 5});
  EXPECT_EQ(untimed.moves_over, 0);
}

}  // namespace
}  // namespace jungle
