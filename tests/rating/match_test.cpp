#include "selfplay/rating/match.hpp"

#include <atomic>
#include <stdexcept>
#include <stop_token>
#include <vector>

#include <gtest/gtest.h>

#include "selfplay/rating/tally.hpp"
#include "tests/rating/test_players.hpp"

namespace jungle {
namespace {

using test::first_move_contestant;
using test::forfeiting_contestant;
using test::greedy_contestant;
using test::random_contestant;
using test::watching_contestant;

std::vector<MatchGame> play(const MatchConfig& config, const Contestant& a, const Contestant& b) {
  auto games = run_match(config, a, b, {}, {});
  EXPECT_TRUE(games);
  return *games;
}

TEST(Match, IsTheSameAtAnyConcurrency) {
  const MatchConfig one{.rules = RuleSet(), .pairs = 20, .seed = 3, .concurrency = 1};
  MatchConfig many = one;
  many.concurrency = 7;
  const auto expected = play(one, greedy_contestant(), random_contestant());
  const auto games = play(many, greedy_contestant(), random_contestant());
  ASSERT_EQ(games.size(), 40U);
  ASSERT_EQ(expected.size(), 40U);
  for (std::size_t i = 0; i < games.size(); ++i) {
    EXPECT_EQ(games[i].moves, expected[i].moves);
    EXPECT_EQ(games[i].outcome, expected[i].outcome);
  }
}

TEST(Match, AnotherSeedGivesOtherGames) {
  const MatchConfig config{.rules = RuleSet(), .pairs = 2, .seed = 3};
  MatchConfig other = config;
  other.seed = 4;
  EXPECT_NE(play(config, random_contestant(), random_contestant())[0].moves,
            play(other, random_contestant(), random_contestant())[0].moves);
}

TEST(Match, PlaysEachOpeningTwiceWithSidesSwapped) {
  for (const char* preset : {"wango", "panther"}) {  // Red begins in one, Blue in the other
    const RuleSet rules = with_length_limit(*RuleSet::preset(preset));
    const Side first_side = rules.fields().first_side;
    const auto games = play({.rules = rules, .pairs = 5, .seed = 1, .opening_plies = 6}, greedy_contestant(),
                            random_contestant());
    ASSERT_EQ(games.size(), 10U);
    for (std::size_t i = 0; i < games.size(); i += 2) {
      EXPECT_EQ(games[i].side_of_a, first_side);
      EXPECT_EQ(games[i + 1].side_of_a, !first_side);
      EXPECT_EQ(games[i].opening_plies, 6);
      EXPECT_TRUE(std::equal(games[i].moves.begin(), games[i].moves.begin() + 6, games[i + 1].moves.begin()));
    }
  }
}

TEST(Match, TheStrongerPlayerWinsFromBothSides) {
  const auto games =
      play({.rules = RuleSet(), .pairs = 30, .seed = 8}, greedy_contestant(), random_contestant());
  const MatchTally tally = tally_match(games);
  EXPECT_EQ(tally.games(), 60);
  EXPECT_GT(estimate_score(tally.pairs).low, 0.7);
  const MatchTally swapped = tally_match(
      play({.rules = RuleSet(), .pairs = 30, .seed = 8}, random_contestant(), greedy_contestant()));
  EXPECT_LT(estimate_score(swapped.pairs).high, 0.3);
}

TEST(Match, PlayersAreAskedOnlyAtTheirTurnAndAfterTheOpening) {
  const RuleSet rules = RuleSet().with_max_plies(60);
  std::vector<int> plies;
  const Contestant watcher = watching_contestant([&](const Game& game) { plies.push_back(game.plies()); });
  const auto games =
      play({.rules = rules, .pairs = 1, .seed = 1, .opening_plies = 8}, watcher, random_contestant());
  ASSERT_FALSE(plies.empty());
  EXPECT_EQ(plies.front(), 8);  // A begins in the even game
  std::int64_t asked = 0;
  for (const MatchGame& game : games) {
    asked += game.time_a.moves;
    EXPECT_EQ(game.time_a.moves + game.time_b.moves, static_cast<std::int64_t>(game.moves.size()) - 8);
  }
  EXPECT_EQ(static_cast<std::int64_t>(plies.size()), asked);
}

TEST(Match, ALengthLimitIsAddedOnlyWhereNothingBoundsAGame) {
  EXPECT_EQ(with_length_limit(*RuleSet::preset("panther")).fields().max_plies, 1000);
  EXPECT_EQ(with_length_limit(*RuleSet::preset("leiden")).fields().max_plies, 1000);
  EXPECT_EQ(with_length_limit(RuleSet::preset("panther")->with_max_plies(300)).fields().max_plies, 300);
  for (const char* preset : {"wango", "kawu", "halfmove60", "wikipedia"}) {
    EXPECT_EQ(with_length_limit(*RuleSet::preset(preset)), *RuleSet::preset(preset));
  }
}

TEST(Match, ShufflingWithoutADrawRuleEndsAfterAThousandPlies) {
  const RuleSet rules = with_length_limit(*RuleSet::preset("panther"));
  const auto games =
      play({.rules = rules, .pairs = 2, .seed = 1}, first_move_contestant(), first_move_contestant());
  for (const MatchGame& game : games) {
    EXPECT_EQ(game.outcome.reason, EndReason::kLength);
    EXPECT_EQ(game.moves.size(), 1000U);
  }
}

TEST(Match, GoesOnAfterAForfeitedGame) {
  const auto games =
      play({.rules = RuleSet(), .pairs = 2, .seed = 1, .opening_plies = 6}, random_contestant(),
           forfeiting_contestant(1, {.reason = ForfeitReason::kCrash, .text = "fell over"}));
  ASSERT_EQ(games.size(), 4U);
  for (const MatchGame& game : games) {
    EXPECT_EQ(game.half_points_of_a(), 2);
    EXPECT_TRUE(game.forfeited_by_b());
    EXPECT_EQ(game.forfeit->why.text, "fell over");
    EXPECT_EQ(game.time_b.moves, 2);  // one played, one forfeited
  }
  EXPECT_EQ(game_that_ended_the_match(games), nullptr);
}

TEST(Match, EndsWithWhatWasPlayedWhenAPlayerIsGone) {
  const auto games = play(
      {.rules = RuleSet(), .pairs = 50, .seed = 1},
      forfeiting_contestant(0, {.reason = ForfeitReason::kCrash, .text = "no more", .player_gone = true}),
      random_contestant());
  ASSERT_EQ(games.size(), 1U);
  EXPECT_EQ(games[0].half_points_of_a(), 0);
  EXPECT_EQ(game_that_ended_the_match(games), games.data());
}

TEST(Match, AStopKeepsTheFinishedGamesAndDropsTheRest) {
  std::stop_source stop;
  int finished = 0;
  const auto on_game = [&](const MatchGame&) {
    if (++finished == 5) stop.request_stop();
  };
  const auto games = run_match({.rules = RuleSet(), .pairs = 1000, .seed = 2, .concurrency = 3},
                               random_contestant(), random_contestant(), on_game, stop.get_token());
  ASSERT_TRUE(games);
  EXPECT_GE(games->size(), 5U);
  EXPECT_LE(games->size(), 8U);  // the other threads may have been about to report theirs
  for (const MatchGame& game : *games) EXPECT_FALSE(game.outcome.is_ongoing());
}

TEST(Match, APlayerThatCannotBeMadeIsAnErrorThatNamesIt) {
  Contestant broken = random_contestant();
  broken.name = "mcts:net=gone";
  broken.make_player = []() -> Result<std::unique_ptr<Player>> { return Error{"no such file"}; };
  const auto games = run_match({.rules = RuleSet(), .pairs = 1}, random_contestant(), broken, {}, {});
  ASSERT_FALSE(games);
  EXPECT_EQ(games.error(), "mcts:net=gone: no such file");
}

TEST(Match, AnExceptionOfAPlayerReachesTheCallerAndEndsTheMatch) {
  const Contestant failing =
      watching_contestant([](const Game&) { throw std::runtime_error("device lost"); });
  EXPECT_THROW((void)run_match({.rules = RuleSet(), .pairs = 50, .concurrency = 2}, random_contestant(),
                               failing, {}, {}),
               std::runtime_error);
}

TEST(Match, TheCallbackIsCalledOncePerGameByOneThreadAtATime) {
  std::atomic<int> inside = 0;
  int calls = 0;
  const auto on_game = [&](const MatchGame&) {
    EXPECT_EQ(inside.fetch_add(1), 0);
    ++calls;
    inside.fetch_sub(1);
  };
  const auto games = run_match({.rules = RuleSet(), .pairs = 20, .concurrency = 4}, random_contestant(),
                               random_contestant(), on_game, {});
  EXPECT_EQ(calls, 40);
}

}  // namespace
}  // namespace jungle
