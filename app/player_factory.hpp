#pragma once
// From a player's spec to players: loads the net once, shares it among all players made, and builds the
// evaluator each thread needs.
//
//   Result<OpenedPlayer> a = open_player(*parse_player_spec("mcts:net=runs/first,visits=400"));
//   run_match(config, a->contestant, b->contestant, {}, stop);
//
// A net that does not load and an engine that does not start are refused here, before anything is played.
// Endgame tables are app/endgame_tables.hpp's: a spec gets its table before, or its player has none.
// Thread rule: make_player may be called from one thread at a time.

#include <stop_token>
#include <string>

#include "app/player_spec.hpp"
#include "core/util/result.hpp"
#include "selfplay/rating/match.hpp"
#include "selfplay/resource_plan.hpp"

namespace jungle {

struct OpenedPlayer {
  Contestant contestant;
  std::string description;  // for a start-up line: net, backend, instruction set; an engine's name; or empty
};

// `stop` ends waiting for an engine, here and in make_player; the refusal then means nothing.
Result<OpenedPlayer> open_player(const PlayerSpec& spec, const std::stop_token& stop = {});

// What `count` such players may come to hold, with the key that changes it. Of the bounds of a tree search
// only what exceeds the defaults counts: these are rarely reached, and a small machine may play with them.
ResourcePart player_memory(const PlayerSpec& spec, int count);

}  // namespace jungle
