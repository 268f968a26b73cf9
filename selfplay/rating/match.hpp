#pragma once
// Plays two players against each other: pairs of games, each pair one opening with sides swapped, several
// games at a time.
//
//   MatchConfig config{.rules = rules, .pairs = 100, .seed = 1};
//   Result<std::vector<MatchGame>> games = run_match(config, a, b, on_game, stop_token);
//   MatchTally tally = tally_match(*games);   // selfplay/rating/tally.hpp
//
// Each thread has its own two players, since players are hostile to threads. Before each game both forget the
// last one and get a seed that depends on the match seed and the game alone: with players whose choices
// depend on game, limits and seed only, the games are the same at any concurrency. Limits in time make a
// match depend on the machine and its load.

#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "core/game.hpp"
#include "core/util/result.hpp"
#include "search/player.hpp"

namespace jungle {

struct Contestant {
  std::string name;
  Limits limits;  // of every move
  std::function<Result<std::unique_ptr<Player>>()>
      make_player;  // called once per thread, from the calling thread
};

struct MatchConfig {
  RuleSet rules;           // played as given: see with_length_limit()
  int pairs = 100;         // at least 1
  std::uint64_t seed = 0;  // of openings and players
  int opening_plies = 8;   // random moves before the players begin; 0: the start position
  int concurrency = 1;     // games at a time, at least 1
};

// Published rule sets without a draw rule let two careful players shuffle for ever. Where nothing bounds a
// game, 1000 plies do.
inline constexpr int kDefaultMaxPlies = 1000;
RuleSet with_length_limit(const RuleSet& rules);

struct ThinkingTime {
  std::int64_t nanoseconds = 0;
  std::int64_t moves = 0;
};

struct MatchGame {
  int index = 0;            // games 2k and 2k+1 are pair k; in even ones A moves first
  std::vector<Move> moves;  // from the start position, the opening's first
  int opening_plies = 0;
  Outcome outcome;
  Side side_of_a = Side::kRed;
  ThinkingTime time_a;
  ThinkingTime time_b;

  int pair() const { return index / 2; }
  int half_points_of_a() const { return outcome.value_for(side_of_a) + 1; }  // 0, 1, 2
};

// Called after each game, in the order of ending, by one thread at a time.
using GameCallback = std::function<void(const MatchGame&)>;

// The finished games by index. A stop request abandons the games in progress. Refuses openings that can't be
// had and players that can't be made; lets exceptions of players through.
Result<std::vector<MatchGame>> run_match(const MatchConfig& config, const Contestant& a, const Contestant& b,
                                         const GameCallback& on_game, std::stop_token stop);

}  // namespace jungle
