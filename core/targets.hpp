#pragma once
// The heart of the generator: for each animal of the side to move, the set of squares it may go to.
// Header-only, so that what lists moves, what counts them and what wants captures alone compile to straight
// code without a call per animal.
//
//   visit_targets(position, rules, [&](Animal animal, Bitboard from, Bitboard targets) { ... });
//
// Animals are visited from the lowest rank up. An animal that is gone is visited too, with empty sets: a
// branch would cost more.

#include "core/geometry.hpp"
#include "core/position.hpp"
#include "core/rules.hpp"

namespace jungle {

// Landing squares of leaps from `from` (one square or none). A leap runs over water that holds no blocking
// rat: flood the open water in a straight line, then take one step more. Columns are three squares of water
// long, rows two.
inline Bitboard leap_targets(Bitboard from, Bitboard open_column_water, Bitboard open_row_water) {
  using enum Direction;
  const auto along = [](Bitboard start, Direction direction, Bitboard water, int length) {
    Bitboard reached = start;
    for (int i = 0; i < length; ++i) reached = step(reached, direction) & water;
    return step(reached, direction);
  };
  return along(from, kUp, open_column_water, 3) | along(from, kDown, open_column_water, 3) |
         along(from, kLeft, open_row_water, 2) | along(from, kRight, open_row_water, 2);
}

// The targets of `us`, whoever is to move.
template <typename Visit>
inline void visit_targets_of(Side us, const Position& position, const RuleSet& rules, Visit&& visit) {
  const Side them = !us;
  const RuleFields& fields = rules.fields();
  const Bitboard enemies = position.occupied(them);
  const Bitboard empty = ~(position.occupied(us) | enemies);
  const Bitboard own_den = den(us);
  const Bitboard powerless = rules.powerless_squares(us);
  const Bitboard trapped = enemies & rules.weak_squares(them);  // falls to anything that reaches it
  const Bitboard enemy_rat = position.animal(them, Animal::kRat);
  const bool across_bank = fields.rat_bank_capture == RatBankCapture::kRats;

  const auto prey_if_able = [&](Bitboard from, Bitboard prey) {
    return (from & powerless).empty() ? prey : Bitboard();
  };

  {
    const Bitboard from = position.animal(us, Animal::kRat);
    // From the water a rat takes only a rat; from land nothing that swims, but for a rat where the bank may
    // be crossed.
    const Bitboard from_water = across_bank ? enemy_rat : enemy_rat & kWater;
    const Bitboard from_land = ((enemy_rat | position.animal(them, Animal::kElephant) | trapped) & kLand) |
                               (across_bank ? enemy_rat : Bitboard());
    const Bitboard prey = (from & kWater).any() ? from_water : from_land;
    visit(Animal::kRat, from, neighbours(from) & ~own_den & (empty | prey_if_able(from, prey)));
  }

  const Bitboard blockers = fields.jump_blockers == JumpBlockers::kAnyRat
                                ? enemy_rat | position.animal(us, Animal::kRat)
                                : enemy_rat;
  const Bitboard ground = kLand & ~own_den;
  Bitboard prey = trapped | enemy_rat;  // grows with the rank of the mover
  for (int rank = 2; rank <= kAnimals; ++rank) {
    const Animal animal = rules.animal_of_rank(rank);
    prey |= position.animal(them, animal);
    Bitboard takes = prey;
    if (animal == Animal::kElephant && !fields.elephant_captures_rat) takes = (prey & ~enemy_rat) | trapped;
    const Bitboard from = position.animal(us, animal);
    Bitboard reach = neighbours(from);
    if (animal == Animal::kTiger || animal == Animal::kLion)
      reach |= leap_targets(from, rules.column_leap_water(animal) & ~blockers,
                            rules.row_leap_water(animal) & ~blockers);
    visit(animal, from, reach & ground & (empty | prey_if_able(from, takes)));
  }
}

template <typename Visit>
inline void visit_targets(const Position& position, const RuleSet& rules, Visit&& visit) {
  visit_targets_of(position.side_to_move(), position, rules, visit);
}

}  // namespace jungle
