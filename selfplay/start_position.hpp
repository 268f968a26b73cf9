#pragma once
// Where self-play games begin. From the start position alone young nets only shuffle; random placements show
// them captures, dens and endings at once. Positions of earlier games are played out again: what really
// occurs, from where a stronger net goes on otherwise.

#include <optional>
#include <span>

#include "core/game.hpp"
#include "core/util/random.hpp"
#include "selfplay/data/replay_buffer.hpp"

namespace jungle {

// A position that is not over: one side gets 2 to 8 animals, the other as many give or take one (at least
// one), which ones and where is drawn evenly from what the board allows, dens excluded; either side moves
// first.
Position random_placement(const RuleSet& rules, Rng& rng);

// Plays 0 to max_plies random legal moves, as many as drawn; stops before a move that would end the game.
void play_random_opening(Game& game, int max_plies, Rng& rng);

// A game that begins at the position of a sample drawn evenly from the window, its no-capture clock included,
// under the rule set of the sample as it stands in `rules`; repetitions start afresh. One random legal move
// leads away from it, unless that would end the game. None when the window is empty, the position is over, or
// the sample's rule set is not among `rules`; with several rule sets those of long games are drawn more
// often.
std::optional<Game> begin_at_earlier_position(const ReplayBuffer& window, std::span<const RuleSet> rules,
                                              Rng& rng);

}  // namespace jungle
