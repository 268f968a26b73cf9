#include "selfplay/rating/ladder_schedule.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "core/util/random.hpp"

namespace jungle {
namespace {

// Plays pairings by chance, with ratings that are known.
class SimulatedLadder {
 public:
  SimulatedLadder(std::vector<double> elo, std::uint64_t seed) : elo_(std::move(elo)), rng_({seed}) {
    for (int i = 0; i < players(); ++i) pool_.players.push_back(i);
  }
  int players() const { return static_cast<int>(elo_.size()); }
  PoolFit fit() const { return fit_pool({.players = players()}, games_); }
  std::vector<Pairing> round() const { return next_round(fit(), games_, pool_); }
  void play(const Pairing& pairing) {
    const std::int64_t pair = games_.empty() ? 0 : games_.back().pair + 1;
    for (const auto& [first, second] :
         {std::pair(pairing.first, pairing.second), {pairing.second, pairing.first}}) {
      const double x = (elo_[static_cast<std::size_t>(first)] - elo_[static_cast<std::size_t>(second)]) *
                       std::log(10) / 400;
      const WinDrawLoss p = davidson_chances(x, 0.1);
      const double lot = rng_.uniform();
      games_.push_back({first, second, lot < p.win ? 2 : lot < p.win + p.draw ? 1 : 0, pair});
    }
  }
  void play_rounds(int count) {
    for (int i = 0; i < count; ++i) {
      for (const Pairing& pairing : round()) play(pairing);
    }
  }
  int games_of(int player) const {
    return static_cast<int>(std::count_if(games_.begin(), games_.end(), [&](const RatedGame& game) {
      return game.first == player || game.second == player;
    }));
  }
  std::vector<RatedGame>& games() { return games_; }
  SchedulePool& pool() { return pool_; }

 private:
  std::vector<double> elo_;
  Rng rng_;
  SchedulePool pool_;
  std::vector<RatedGame> games_;
};

TEST(LadderSchedule, ConnectsAllPlayersFirst) {
  SimulatedLadder ladder({0, 100, 200, 300}, 1);
  EXPECT_EQ(ladder.round(), (std::vector<Pairing>{{0, 1}, {1, 2}, {2, 3}}));
  ladder.play({0, 1});
  ladder.play({2, 3});
  EXPECT_EQ(ladder.round(), (std::vector<Pairing>{{1, 2}}));
}

TEST(LadderSchedule, DependsOnTheGamesAlone) {
  SimulatedLadder one({0, 50, 120, 300, 310}, 2), other({0, 50, 120, 300, 310}, 2);
  one.play_rounds(5);
  other.play_rounds(5);
  EXPECT_EQ(one.round(), other.round());
  EXPECT_EQ(one.round().size(), 5U);
}

// A player of whom little is known is played until as much is known as of others.
TEST(LadderSchedule, PlaysWhereIntervalsAreWidest) {
  SimulatedLadder ladder({0, 60, 120, 180, 240}, 3);
  ladder.play({1, 4});
  for (int i = 0; i < 200; ++i) {
    ladder.play({0, 1});
    ladder.play({1, 2});
    ladder.play({2, 3});
  }
  for (const Pairing& pairing : ladder.round()) EXPECT_EQ(pairing.second, 4);
}

TEST(LadderSchedule, PlaysNeighboursMoreThanThoseFarApart) {
  SimulatedLadder ladder({0, 200, 400, 600, 800}, 4);
  ladder.play_rounds(60);
  int near = 0, far = 0;
  for (const RatedGame& game : ladder.games()) {
    const int distance = std::abs(game.first - game.second);
    near += distance == 1 ? 1 : 0;
    far += distance >= 3 ? 1 : 0;
  }
  EXPECT_GT(near, 400);  // of 600
  EXPECT_LT(far, 30);
}

// Its interval stays wide, but more defeats would not narrow it.
TEST(LadderSchedule, APlayerThatLosesAllItsGamesIsNotPlayedForEver) {
  SimulatedLadder ladder({-5000, 0, 50, 100}, 8);
  ladder.play_rounds(40);
  EXPECT_GE(ladder.games_of(0), 10);
  EXPECT_LT(ladder.games_of(0), 120);  // of 320, of which an even share is 160
  EXPECT_GT(ladder.games_of(2), 120);
}

// What it is for: with as many games, narrower intervals than by playing all against all.
TEST(LadderSchedule, NarrowsIntervalsFasterThanARoundRobin) {
  const std::vector<double> elo = {0, 200, 400, 600, 800, 1000, 1200, 1400};
  SimulatedLadder adaptive(elo, 5), all_against_all(elo, 5);
  adaptive.play_rounds(56);
  const int rounds = static_cast<int>(adaptive.games().size()) / 56;
  for (int round = 0; round < rounds; ++round) {
    for (int a = 0; a < 8; ++a) {
      for (int b = a + 1; b < 8; ++b) all_against_all.play({a, b});
    }
  }
  const auto width = [](const PoolFit& fit) {
    double sum = 0;
    for (const PoolRating& rating : fit.ratings) sum += rating.high - rating.low;
    return sum;
  };
  EXPECT_LT(width(adaptive.fit()), 0.9 * width(all_against_all.fit()));
}

TEST(LadderSchedule, PairingsAreNotPlayedMoreOftenThanTheyMay) {
  SimulatedLadder ladder({0, 10, 20}, 6);
  ladder.play_rounds(2);
  ladder.pool().pairs_left = [](const Pairing& pairing) { return pairing == Pairing{0, 2} ? 2 : 0; };
  EXPECT_EQ(ladder.round(), (std::vector<Pairing>{{0, 2}, {0, 2}}));
  ladder.pool().pairs_left = [](const Pairing&) { return 0; };
  EXPECT_TRUE(ladder.round().empty());
}

// A player that left keeps its games; a player that came is connected.
TEST(LadderSchedule, PlayersMayLeaveAndCome) {
  SimulatedLadder ladder({0, 100, 200, 300}, 7);
  ladder.pool().players = {0, 1, 2};
  ladder.play_rounds(4);
  ladder.pool().players = {0, 2, 3};
  EXPECT_EQ(ladder.round(), (std::vector<Pairing>{{2, 3}}));
  ladder.play({2, 3});
  for (const Pairing& pairing : ladder.round()) EXPECT_TRUE(pairing.first != 1 && pairing.second != 1);
}

}  // namespace
}  // namespace jungle
