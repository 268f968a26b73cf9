#pragma once
// Whether the moves that were played fit the samples of a shard just read. Private to selfplay/data.

#include "selfplay/data/shard.hpp"

namespace jungle {

// Games lie one after the other, samples in their order; from each sample on the moves are legal ones, and
// they lead to the next sample's position. What was played before a game's first sample is not looked at.
// Precondition: all else of the shard has been found right. The message names the sample.
Status check_played_moves(const Shard& shard);

}  // namespace jungle
