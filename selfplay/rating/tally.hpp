#pragma once
// What a match's games add up to.

#include <array>
#include <cstdint>
#include <span>
#include <string>

#include "selfplay/rating/elo.hpp"
#include "selfplay/rating/match.hpp"

namespace jungle {

using ForfeitCounts = std::array<std::int64_t, kForfeitReasons>;  // games lost so, by ForfeitReason

struct MatchTally {
  std::int64_t wins = 0;  // of A; these three count every game, finished pair or not
  std::int64_t draws = 0;
  std::int64_t losses = 0;
  PairCounts pairs{};             // finished pairs only: what estimate_score() wants
  std::int64_t unique_games = 0;  // different move sequences; far below games(), the interval is too narrow
  std::int64_t first_side_wins = 0;
  std::array<std::int64_t, kEndReasons> endings{};  // by EndReason; forfeits are kNone
  std::int64_t plies = 0;                           // of all games, openings included
  ForfeitCounts forfeits_a{};
  ForfeitCounts forfeits_b{};
  ThinkingTime time_a;
  ThinkingTime time_b;

  std::int64_t games() const { return wins + draws + losses; }
};

// Precondition: sorted by index, as run_match() returns them.
MatchTally tally_match(std::span<const MatchGame> games);

struct PgnPlayer {
  std::string name;
  int movetime_ms = 0;  // 0: no clock
};

// The PGN record of one game; Round is "pair.game", both from 1.
std::string match_game_pgn(const MatchGame& game, const RuleSet& rules, const PgnPlayer& a,
                           const PgnPlayer& b);

}  // namespace jungle
