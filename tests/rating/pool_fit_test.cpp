#include "selfplay/rating/pool_fit.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "core/util/random.hpp"
#include "selfplay/rating/elo.hpp"

namespace jungle {
namespace {

// A pool whose truth is known.
struct Truth {
  std::vector<double> elo;
  double nu = 0.5;
  double first_side_elo = 20;
  double same_luck =
      0;  // share of pairs whose two games are decided by one draw of the lot for the first side
};

double elo_per_x(double nu) { return 800 / std::log(10) / (2 + nu); }

WinDrawLoss chances(const Truth& truth, int first, int second) {
  const double difference = truth.elo[static_cast<std::size_t>(first)] -
                            truth.elo[static_cast<std::size_t>(second)] + truth.first_side_elo;
  return davidson_chances(difference / elo_per_x(truth.nu), truth.nu);
}

void play_pair(const Truth& truth, int a, int b, Rng& rng, std::vector<RatedGame>& games) {
  const std::int64_t pair = games.empty() ? 0 : games.back().pair + 1;
  const double lots[] = {rng.uniform(), rng.uniform()};
  const bool same = rng.uniform() < truth.same_luck;
  for (const auto& [first, second, lot] : {std::tuple(a, b, lots[0]), std::tuple(b, a, lots[same ? 0 : 1])}) {
    const WinDrawLoss p = chances(truth, first, second);
    games.push_back({first, second, lot < p.win ? 2 : lot < p.win + p.draw ? 1 : 0, pair});
  }
}

// Everybody against the three players above.
std::vector<RatedGame> play(const Truth& truth, int pairs, Rng& rng) {
  std::vector<RatedGame> games;
  const int players = static_cast<int>(truth.elo.size());
  for (int a = 0; a < players; ++a) {
    for (int b = a + 1; b < players && b <= a + 3; ++b) {
      for (int i = 0; i < pairs; ++i) play_pair(truth, a, b, rng, games);
    }
  }
  return games;
}

bool covers(const PoolRating& rating, double truth) { return rating.low <= truth && truth <= rating.high; }

// 1000 simulations a case. Their standard error is 0.7 % where players' intervals are independent, less here.
TEST(PoolFit, IntervalsCoverTheTruthAsOftenAsTheySay) {
  struct Case {
    Truth truth;
    int pairs;
  };
  const Case cases[] = {{{.elo = {0, 80, 160, 240, 320, 400, 480, 560}}, 20},
                        {{.elo = {0, 120, 240, 300, 310, 500}, .nu = 0.1, .first_side_elo = -40}, 15},
                        {{.elo = {0, 50, 60, 200, 350, 380}, .nu = 2, .same_luck = 0.8}, 15}};
  constexpr int kSimulations = 1000;
  Rng rng({2026, 11});
  for (const auto& [truth, pairs] : cases) {
    int covered = 0, intervals = 0, first_side_covered = 0;
    for (int i = 0; i < kSimulations; ++i) {
      const PoolFit fit = fit_pool({.players = static_cast<int>(truth.elo.size())}, play(truth, pairs, rng));
      for (std::size_t player = 1; player < truth.elo.size(); ++player, ++intervals)
        covered += covers(fit.ratings[player], truth.elo[player]) ? 1 : 0;
      first_side_covered += covers(fit.first_side, truth.first_side_elo) ? 1 : 0;
    }
    EXPECT_GE(covered, intervals * 0.93) << truth.nu;
    EXPECT_LE(covered, intervals * 0.97) << truth.nu;
    EXPECT_GE(first_side_covered, kSimulations * 93 / 100) << truth.nu;
    EXPECT_LE(first_side_covered, kSimulations * 97 / 100) << truth.nu;
  }
}

TEST(PoolFit, RecoversTheRatingsOfManyGames) {
  const Truth truth{.elo = {0, 100, 150, 400, 700}, .nu = 0.7, .first_side_elo = 35};
  Rng rng({5});
  const PoolFit fit = fit_pool({.players = 5, .anchor = 1, .anchor_elo = 1000}, play(truth, 5000, rng));
  for (std::size_t i = 0; i < 5; ++i) EXPECT_NEAR(fit.ratings[i].elo, 900 + truth.elo[i], 15) << i;
  EXPECT_NEAR(fit.first_side.elo, 35, 3);
  EXPECT_NEAR(fit.draws_between_equals, 0.7 / 2.7, 0.01);
  EXPECT_EQ(fit.ratings[1].low, 1000);  // the anchor is given
  EXPECT_EQ(fit.ratings[1].high, 1000);
  EXPECT_TRUE(fit.connected);
}

// Games of a pair in which the same side wins twice say less about players than their number: intervals that
// took them for independent would be too wide.
TEST(PoolFit, CountsPairsAndNotGamesAsIndependent) {
  const Truth independent{.elo = {0, 50, 100, 150}, .nu = 0.3};
  Truth decided_by_openings = independent;
  decided_by_openings.same_luck = 1;
  Rng rng({6});
  const PoolFit wide = fit_pool({.players = 4}, play(independent, 400, rng));
  const PoolFit narrow = fit_pool({.players = 4}, play(decided_by_openings, 400, rng));
  EXPECT_LT(narrow.ratings[3].high - narrow.ratings[3].low,
            0.8 * (wide.ratings[3].high - wide.ratings[3].low));
  EXPECT_GT(narrow.first_side.high - narrow.first_side.low,
            1.2 * (wide.first_side.high - wide.first_side.low));
}

// Two deterministic players that are equal play each opening once, as it were: every pair is even.
TEST(PoolFit, AFewPairsThatAreAllAlikeGiveNoCertainty) {
  std::vector<RatedGame> games;
  for (std::int64_t pair = 0; pair < 20; ++pair) {
    games.push_back({0, 1, 2, pair});
    games.push_back({1, 0, 2, pair});
  }
  const PoolFit few = fit_pool({.players = 2}, std::span(games).first(8));
  const PoolFit more = fit_pool({.players = 2}, games);
  EXPECT_NEAR(more.ratings[1].elo, 0, 1);
  EXPECT_GT(more.ratings[1].high, 25);
  EXPECT_LT(more.ratings[1].low, -25);
  EXPECT_GT(few.ratings[1].high, 1.5 * more.ratings[1].high);
}

// The property that makes a rating fair: with it, everybody is expected to score what it has scored.
TEST(PoolFit, ExpectedPointsAreThePointsMade) {
  const Truth truth{.elo = {0, 60, 200, 260}, .nu = 0.4};
  Rng rng({7});
  const auto games = play(truth, 300, rng);
  const PoolFit fit = fit_pool({.players = 4}, games);
  std::vector<double> made(4), expected(4);
  for (const RatedGame& game : games) {
    const auto first = static_cast<std::size_t>(game.first), second = static_cast<std::size_t>(game.second);
    const double difference = fit.ratings[first].elo - fit.ratings[second].elo + fit.first_side.elo;
    const WinDrawLoss p = davidson_chances(difference / elo_per_x(fit.nu), fit.nu);
    expected[first] += p.win + p.draw / 2;
    expected[second] += p.loss + p.draw / 2;
    made[first] += game.half_points_of_first / 2.0;
    made[second] += 1 - game.half_points_of_first / 2.0;
  }
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(made[i], expected[i], 0.1);  // the prior's part
}

std::vector<RatedGame> results(std::initializer_list<std::tuple<int, int, int, int>> counts) {
  std::vector<RatedGame> games;
  for (const auto& [first, second, half_points, times] : counts) {
    for (int i = 0; i < times; ++i)
      games.push_back({first, second, half_points, static_cast<std::int64_t>(games.size())});
  }
  return games;
}

// Two players, both sides alike: the Elo of a match.
TEST(PoolFit, OfTwoPlayersIsTheEloOfTheirMatch) {
  const auto without_draws = results({{0, 1, 0, 300}, {0, 1, 2, 200}, {1, 0, 2, 300}, {1, 0, 0, 200}});
  EXPECT_NEAR(fit_pool({.players = 2}, without_draws).ratings[1].elo, elo_of_score(0.6), 0.3);
  const auto with_draws =
      results({{0, 1, 0, 110}, {0, 1, 1, 300}, {0, 1, 2, 90}, {1, 0, 2, 110}, {1, 0, 1, 300}, {1, 0, 0, 90}});
  EXPECT_NEAR(fit_pool({.players = 2}, with_draws).ratings[1].elo, elo_of_score(0.52), 0.3);
}

TEST(PoolFit, DifferencesDoNotDependOnTheAnchor) {
  const Truth truth{.elo = {0, 60, 200, 260}};
  Rng rng({8});
  const auto games = play(truth, 30, rng);
  const PoolFit one = fit_pool({.players = 4, .anchor = 0}, games);
  const PoolFit other = fit_pool({.players = 4, .anchor = 2}, games);
  for (std::size_t i = 0; i < 4; ++i)
    EXPECT_NEAR(one.ratings[i].elo - one.ratings[2].elo, other.ratings[i].elo, 1e-6);
  EXPECT_NEAR(one.variance_of_difference(1, 3), other.variance_of_difference(1, 3), 1e-6);
}

TEST(PoolFit, APlayerThatWonAllItsGamesHasAFiniteRatingAndAnOpenInterval) {
  const auto games =
      results({{0, 1, 2, 10}, {1, 0, 2, 10}, {2, 0, 2, 10}, {1, 2, 0, 10}, {3, 1, 0, 9}, {0, 3, 2, 9}});
  const PoolFit fit = fit_pool({.players = 4}, games);
  EXPECT_GT(fit.ratings[2].elo, 200);
  EXPECT_LT(fit.ratings[2].elo, 1500);
  EXPECT_TRUE(std::isinf(fit.ratings[2].high));
  EXPECT_TRUE(std::isfinite(fit.ratings[2].low));
  EXPECT_LT(fit.ratings[2].low, fit.ratings[2].elo - 50);
  EXPECT_LT(fit.ratings[3].elo, -200);
  EXPECT_TRUE(std::isinf(fit.ratings[3].low));
  EXPECT_TRUE(std::isfinite(fit.ratings[3].high));
  EXPECT_TRUE(std::isfinite(fit.ratings[1].low) && std::isfinite(fit.ratings[1].high));
  EXPECT_TRUE(fit.connected);
}

// A whole group that won all against the rest is as unbounded as one player.
TEST(PoolFit, AGroupThatWonAllAgainstTheRestIsOpenToo) {
  const auto games =
      results({{0, 1, 2, 10}, {1, 0, 2, 10}, {2, 3, 2, 5}, {3, 2, 2, 5}, {2, 0, 2, 5}, {3, 1, 2, 5}});
  const PoolFit fit = fit_pool({.players = 4}, games);
  for (const std::size_t player : {2U, 3U}) EXPECT_TRUE(std::isinf(fit.ratings[player].high));
}

TEST(PoolFit, PlayersWithoutAConnectionToTheAnchorSaySo) {
  const auto games = results({{0, 1, 2, 10}, {1, 0, 2, 10}, {2, 3, 2, 10}, {3, 2, 2, 8}});
  const PoolFit fit = fit_pool({.players = 5}, games);
  EXPECT_FALSE(fit.connected);
  EXPECT_TRUE(std::isfinite(fit.ratings[1].high));
  for (const std::size_t player : {2U, 3U, 4U}) {
    EXPECT_TRUE(std::isinf(fit.ratings[player].high) && std::isinf(fit.ratings[player].low));
    EXPECT_TRUE(std::isfinite(fit.ratings[player].elo));
  }
}

TEST(PoolFit, WithoutGamesNothingIsKnown) {
  const PoolFit fit = fit_pool({.players = 3}, {});
  EXPECT_FALSE(fit.connected);
  EXPECT_EQ(fit.ratings[2].elo, 0);
}

// Each net of a run beats the one before by 100 Elo, but the last only beats the first by 150: summing up a
// chain of matches would say 500. The fit weighs all games.
TEST(PoolFit, AChainOfMatchesDoesNotInflateRatingsWhenTheEndsHaveMet) {
  std::vector<RatedGame> games;
  for (int net = 0; net < 5; ++net) {
    const auto match =
        results({{net, net + 1, 0, 64}, {net, net + 1, 2, 36}, {net + 1, net, 2, 64}, {net + 1, net, 0, 36}});
    games.insert(games.end(), match.begin(), match.end());
  }
  EXPECT_NEAR(fit_pool({.players = 6}, games).ratings[5].elo, 500, 15);
  const auto ends = results({{0, 5, 0, 352}, {0, 5, 2, 148}, {5, 0, 2, 352}, {5, 0, 0, 148}});  // 150 Elo
  games.insert(games.end(), ends.begin(), ends.end());
  const PoolFit fit = fit_pool({.players = 6}, games);
  EXPECT_LT(fit.ratings[5].elo, 200);
  EXPECT_TRUE(fit.ratings[5].low < 200 && fit.ratings[5].high > 150);
}

// What a game between equals tells is most; between unequals little.
TEST(PoolFit, AGameBetweenEqualsTellsMost) {
  const Truth truth{.elo = {0, 10, 600}};
  Rng rng({9});
  const PoolFit fit = fit_pool({.players = 3}, play(truth, 200, rng));
  EXPECT_GT(fit.information_of_game(0, 1), 3 * fit.information_of_game(0, 2));
  EXPECT_NEAR(fit.information_of_game(0, 1), fit.information_of_game(1, 0), 1e-12);
}

}  // namespace
}  // namespace jungle
