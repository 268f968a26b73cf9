#pragma once
// Plays a ladder: pairs of games between players of a pool, as selfplay/rating/ladder_schedule.hpp plans
// them, into a store. What is played depends on the store and the seed: rounds are planned and stored before
// they are played, and the next one when all games of the last are there. With players whose choices depend
// on game, limits and seed, an interrupted ladder that goes on plays the games it would have played, at any
// concurrency.
//
//   Ladder ladder(store, {.rules = rules, .players = *store.admit(players)}, contestants);
//   Result<LadderEnd> end = ladder.play({.games = 200}, on_game, stop_token);
//
// Thread rule: hostile; games are played by threads of its own.

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <stop_token>
#include <utility>
#include <vector>

#include "core/game.hpp"
#include "core/util/result.hpp"
#include "selfplay/rating/ladder_schedule.hpp"
#include "selfplay/rating/ladder_store.hpp"
#include "selfplay/rating/openings.hpp"
#include "selfplay/rating/play_game.hpp"

namespace jungle {

struct LadderConfig {
  RuleSet rules;  // played as given: see with_length_limit()
  std::uint64_t seed = 1;
  int opening_plies = 8;                // random moves before the players begin, other ones in each pair
  std::vector<Position> openings = {};  // if any: what games begin with instead, each once for two players
  std::vector<int> players;             // ids in the store, at least two
  int anchor = 0;
  int concurrency = 1;
};

struct LadderBudget {
  std::int64_t games = 0;            // 0: no bound
  std::chrono::milliseconds time{};  // 0: no bound. Games that were begun are finished
};

enum class LadderEnd {
  kBudget,
  kStopped,         // by the token; games in progress are given up and will be played again
  kNoOpeningsLeft,  // every two players have played every opening
  kPlayerGone       // a player forfeited and can't be had any more
};

// Called after each game is in the store, by one thread at a time.
using LadderCallback = std::function<void(const LadderPair&, const LadderGame&)>;

class Ladder {
 public:
  // `contestants` by place in config.players.
  Ladder(LadderStore& store, LadderConfig config, std::vector<Contestant> contestants);

  // Refuses players that can't be made, openings that can't be had, and a store whose openings are no games
  // under these rules. Lets exceptions of players and of the store through.
  Result<LadderEnd> play(const LadderBudget& budget, const LadderCallback& on_game,
                         const std::stop_token& stop);

 private:
  using Seats = std::map<int, Seat>;  // by player; those a thread has needed so far
  struct Task;
  struct Round;

  Result<std::vector<Task>> open_games() const;
  Result<bool> plan_round();
  Result<LadderPair> plan_pair(const Pairing& pairing, int round);
  void play_round(Round& round);
  void work(Round& round, Seats& seats);
  Seat* seat_of(int player, Seats& seats, Round& round);
  int openings_left(const Pairing& pairing) const;

  LadderStore& store_;
  LadderConfig config_;
  std::map<int, Contestant> contestants_;  // by id
  std::vector<Seats> seats_;               // by thread
  RandomOpenings random_openings_;
  std::vector<LadderPair> pairs_;                    // as stored
  std::map<std::pair<int, int>, int> pairs_played_;  // planned, by first and second
};

}  // namespace jungle
