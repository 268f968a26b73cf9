#pragma once
// From what a user asks for to a ladder that can be played: configuration, rules, openings, players, and what
// names them in the store. All that can be refused is refused here, before a file is made.
//
// Thread rule: pure function; files are read.

#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

#include "app/ladder_config.hpp"
#include "app/opened_players.hpp"
#include "core/util/result.hpp"
#include "selfplay/rating/ladder.hpp"
#include "selfplay/rating/ladder_store.hpp"

namespace jungle {

struct LadderChoice {
  std::string config;  // a file; or, without one:
  LadderPool pool;
  std::string run;      // whose nets play, where the configuration wants them
  int concurrency = 0;  // 0: choose
};

struct OpenedLadder {
  LadderConfig config;  // but for ids, which the store gives
  OpenedPlayers players;
  std::vector<LadderPlayer> identities;
  LadderSettings settings;
};

// `tables` outlive the players. `stop` ends waiting for an engine; the refusal then means nothing.
Result<OpenedLadder> open_ladder(const LadderChoice& choice, EndgameTables& tables,
                                 const std::stop_token& stop);

}  // namespace jungle
