#pragma once
// Whether a shard just read can be trusted by code that indexes without asking. Private to selfplay/data.

#include "selfplay/data/shard.hpp"

namespace jungle {

// Whether a file of its version has the moves that were played.
enum class PlayedMoves { kAbsent, kThere };

// Equal column lengths, indices and enumerators in range, finite numbers, policies that sum to 1, weights of
// at most 1 on average over a game, positions that exist and are not over, moves that are the legal ones,
// moves played that lead from sample to sample. The message names the sample or game.
Status check_shard(const Shard& shard, PlayedMoves played);

}  // namespace jungle
