#pragma once
// What the board alone proves about the dens, by a few operations on sets. All of it sets the draw rules
// aside: the caller makes sure that no limit on plies ends the game sooner.

#include "core/geometry.hpp"
#include "core/position.hpp"

namespace jungle::alphabeta {

// Animals of `attacker` that stand next to the enemy den: whatever happens elsewhere, each can enter it at
// its turn.
inline Bitboard den_attackers(const Position& position, Side attacker) {
  return position.occupied(attacker) & traps(!attacker);
}

// Empty squares next to the enemy den onto which `attacker` can step and where nothing can take the animal:
// it enters the den at its next turn, unless the enemy wins first.
inline Bitboard safe_den_approaches(const Position& position, Side attacker) {
  return neighbours(position.occupied(attacker)) & traps(!attacker) & ~position.occupied() &
         ~neighbours(position.occupied(!attacker));
}

// Plies in which the side to move surely wins at the den: 1, 3, or 0 for "nothing proven". Against a last
// animal nothing is said about three plies: taking it may be nearer.
inline int proven_den_win(const Position& position) {
  const Side side = position.side_to_move();
  if (den_attackers(position, side).any()) return 1;
  if (den_attackers(position, !side).any() || safe_den_approaches(position, side).empty()) return 0;
  return position.occupied(!side).count() > 1 ? 3 : 0;
}

}  // namespace jungle::alphabeta
