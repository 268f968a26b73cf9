#pragma once
// How many moves a side has, without looking at its animals one by one. Header-only, for the same reason as
// core/targets.hpp.

#include "core/targets.hpp"

namespace jungle {

// Squares from which a river can be leapt.
inline constexpr Bitboard kBanks = neighbours(kWater) & kLand;

// Every square that `side` could step on or leap to if nothing stood in its way.
inline Bitboard reach_of(Side side, const Position& position, const RuleSet& rules) {
  Bitboard reach = neighbours(position.occupied(side));
  for (Animal animal : {Animal::kTiger, Animal::kLion})
    reach |= leap_targets(position.animal(side, animal), rules.column_leap_water(animal),
                          rules.row_leap_water(animal));
  return reach;
}

// Legal moves of `us`, whoever is to move.
inline int count_moves_of(Side us, const Position& position, const RuleSet& rules) {
  const Bitboard own = position.occupied(us);
  const Bitboard leapers = position.animal(us, Animal::kTiger) | position.animal(us, Animal::kLion);
  int count = 0;
  if (((neighbours(own) & position.occupied(!us)) | (leapers & kBanks)).any()) {
    visit_targets_of(us, position, rules,
                     [&](Animal, Bitboard, Bitboard targets) { count += targets.count(); });
    return count;
  }
  // Nothing in reach to take, nothing to leap: whole sets step onto empty squares at once.
  const Bitboard free = ~(position.occupied() | den(us));
  const Bitboard free_land = free & kLand;
  const Bitboard rat = position.animal(us, Animal::kRat);
  const Bitboard walkers = own ^ rat;
  for (Direction direction : kDirections) count += (step(walkers, direction) & free_land).count();
  return count + (neighbours(rat) & free).count();
}

}  // namespace jungle
