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
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include "core/rules.hpp"
#include "core/util/result.hpp"
#include "selfplay/rating/play_game.hpp"

namespace jungle {

struct MatchConfig {
  RuleSet rules;           // played as given: see with_length_limit()
  int pairs = 100;         // at least 1
  std::uint64_t seed = 0;  // of openings and players
  int opening_plies = 8;   // random moves before the players begin; 0: the start position
  // False: a number of pairs that random moves don't give as many openings for is refused before the first
  // game. True: openings are drawn as they are needed, and the match ends when there is no other one.
  bool pairs_may_end_early = false;
  // If any: what pairs begin with instead, in this order, as many as there are pairs.
  std::vector<Position> openings = {};
  int concurrency = 1;  // games at a time, at least 1
};

// Published rule sets without a draw rule let two careful players shuffle for ever. Where nothing bounds a
// game, 1000 plies do.
inline constexpr int kDefaultMaxPlies = 1000;
RuleSet with_length_limit(const RuleSet& rules);

struct MatchGame : PlayedGame {
  int index = 0;  // games 2k and 2k+1 are pair k; in even ones A has the side that moves first
  std::optional<Position> start = {};  // where its moves begin; none: the rules' start position

  int pair() const { return index / 2; }
};

// Called after each game, in the order of ending, by one thread at a time.
using GameCallback = std::function<void(const MatchGame&)>;

// The finished games by index. A stop request abandons the games in progress, and so does a forfeit of a
// player that is gone (that game is kept). Refuses openings that can't be had and players that
// can't be made; lets exceptions of players through.
Result<std::vector<MatchGame>> run_match(const MatchConfig& config, const Contestant& a, const Contestant& b,
                                         const GameCallback& on_game, std::stop_token stop);

// The game after which a player was gone; null: none was.
const MatchGame* game_that_ended_the_match(std::span<const MatchGame> games);

}  // namespace jungle
