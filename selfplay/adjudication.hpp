#pragma once
// When a game of self-play need not be played out: a table of endings has the value of its position, and no
// draw rule can change it (search/endgame_proof.hpp).
//
//   if (const auto value = settled_value(game, table)) record.adjudication = *value;
//
// Thread rule: pure function; the table may be probed by others meanwhile.

#include <optional>

#include "core/game.hpp"
#include "search/endgame_table.hpp"

namespace jungle {

// Of the game's present position. Precondition: the game is ongoing.
std::optional<EndgameValue> settled_value(const Game& game, const EndgameTable& table);

}  // namespace jungle
