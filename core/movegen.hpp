#pragma once
// Legal moves. Nothing here allocates or throws; thread rule: pure functions.
//
// A position that is over (an animal on the enemy den, a side without animals) still has "moves" for these
// functions: ask core/game.hpp first.
// Order: animals from the lowest rank up, then target squares from a1 to g9.

#include "core/move.hpp"
#include "core/position.hpp"
#include "core/rules.hpp"

namespace jungle {

// Replaces what `moves` held.
void generate_legal(const Position& position, const RuleSet& rules, MoveList& moves);
// The same, counted only.
int count_legal(const Position& position, const RuleSet& rules);
bool is_legal(const Position& position, const RuleSet& rules, Move move);

// Where one animal of the side to move may go; empty when it is not on the board.
Bitboard legal_targets(const Position& position, const RuleSet& rules, Animal animal);

}  // namespace jungle
