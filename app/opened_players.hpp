#pragma once
// The players of a match or a ladder, from their specs: parsed, weighed against memory, opened.
//
//   Result<OpenedPlayers> players =
//       open_players({"ab:depth=4", "random"}, {.rules = rules, .tables = tables, .concurrency = 2}, stop);
//   if (!players) return usage_error(players.error());
//   announce(*players);
//
// Thread rule: see app/player_factory.hpp.

#include <stop_token>
#include <string>
#include <vector>

#include "app/endgame_tables.hpp"
#include "app/player_factory.hpp"
#include "core/rules.hpp"
#include "core/util/result.hpp"
#include "selfplay/rating/play_game.hpp"
#include "selfplay/rating/tally.hpp"

namespace jungle {

struct OpenedPlayers {
  std::vector<OpenedPlayer> players;  // in the order of the specs
  int concurrency = 1;                // games at a time

  const Contestant& contestant(std::size_t i) const { return players[i].contestant; }
};

struct PlayersWanted {
  const RuleSet& rules;   // of their games
  EndgameTables& tables;  // outlives the players
  // 0: choose. Players on the clock would take each other's time, so they then play one game at a time,
  // others one a core.
  int concurrency = 0;
};

// `stop` ends waiting for an engine; the refusal then means nothing.
Result<OpenedPlayers> open_players(const std::vector<std::string>& specs, const PlayersWanted& wanted,
                                   const std::stop_token& stop);

// A line for each player that has something to tell: its net, what evaluates it.
void announce(const OpenedPlayers& players);

PgnPlayer pgn_player(const Contestant& contestant);

}  // namespace jungle
