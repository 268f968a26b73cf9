#pragma once
// A game looked at again, move by move, from its start position: a loop of its own that reads lines until it
// is left or the input ends. The game is not changed.

#include "app/line_reader.hpp"
#include "core/game.hpp"

namespace jungle {

void run_replay(const Game& game, Side bottom, bool colours, LineReader& lines);

}  // namespace jungle
