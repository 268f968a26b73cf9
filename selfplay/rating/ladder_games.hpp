#pragma once
// The games of a ladder's store as games: what their texts stand for, and their PGN records.
//
// Texts of a store that are no positions, no moves or no game under these rules are refused with a line that
// names the pair. Thread rule: pure functions.

#include <span>
#include <string>
#include <string_view>

#include "core/game.hpp"
#include "core/util/result.hpp"
#include "selfplay/rating/ladder_store.hpp"
#include "selfplay/rating/tally.hpp"

namespace jungle {

// The game in which the opening of a pair has been played; it goes on.
Result<Game> opening_of_pair(const LadderPair& pair, const RuleSet& rules);

// Whether this word of a game's termination names a forfeit: the loser did not lose by the board.
bool is_forfeit(std::string_view termination);

// The record of one game; Round is "pair.game", the game from 1. `players` by id.
Result<std::string> ladder_game_pgn(const LadderPair& pair, const LadderGame& game, const RuleSet& rules,
                                    std::span<const PgnPlayer> players);

}  // namespace jungle
