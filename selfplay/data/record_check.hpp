#pragma once
// Whether a shard and the text record of the same games (selfplay's .pgn beside the .npz) tell the same: the
// games are played again, and every row of the game table, every move that was played, and position and
// outcome of every sample, must follow from them. parse_shard() can't see this: results and what came before
// a game's first sample are the record's alone. Of an adjudicated game the record must leave the game open
// and say result and distance; whether a table agrees is not looked at. One that was given up must be open,
// too, and lost by the side to move; what the searches said is not looked at. Thread rule: pure function.

#include <string_view>

#include "core/util/result.hpp"
#include "selfplay/data/shard.hpp"

namespace jungle {

// The message names the game, by its index in the generation, and what differs; or the line of the text.
Status check_records(const Shard& shard, std::string_view pgn);

}  // namespace jungle
