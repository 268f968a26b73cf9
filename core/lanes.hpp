#pragma once
// Counting legal moves eight animals at a time, on processors with AVX-512: the sets of a side's animals are
// one register of eight 64-bit lanes, so that each step of the generator serves all of them at once. perft(7)
// runs 3 to 4 times as fast as by core/targets.hpp, which is the same in plain form, says what each step is
// for, and serves all other processors: there the compilers split such vectors badly. Defines JUNGLE_LANES
// where it is available. It only counts.

#if defined(__AVX512F__) && defined(__AVX512VPOPCNTDQ__)
#define JUNGLE_LANES

#include <array>
#include <bit>
#include <cstdint>

#include <immintrin.h>

#include "core/geometry.hpp"
#include "core/position.hpp"
#include "core/rules.hpp"

namespace jungle::lanes {

using Lanes = std::uint64_t __attribute__((vector_size(64)));  // lane i: something of animal i
using AnimalSets = std::array<Bitboard, kAnimals>;

inline Lanes load(const AnimalSets& sets) { return std::bit_cast<Lanes>(sets); }
inline Lanes all(Bitboard set) { return Lanes{} + set.bits(); }

inline Lanes rotated(const Lanes& lanes, const Lanes& left) {
  return lanes << left | lanes >> ((64 - left) & 63);
}

inline Lanes popcounts(const Lanes& lanes) {
  return std::bit_cast<Lanes>(_mm512_popcnt_epi64(std::bit_cast<__m512i>(lanes)));
}

inline std::uint64_t sum(const Lanes& lanes) {
  std::uint64_t total = 0;
  for (int i = 0; i < kAnimals; ++i) total += lanes[i];
  return total;
}

// The two sides of a position as the generator sees them: `own` moves.
struct Boards {
  Lanes own;
  const AnimalSets& enemy;
  Bitboard own_occupied;
  Bitboard enemy_occupied;
  Side side_to_move;
};

// Lanes that add up to the number of legal moves (not one animal each: leaps are spread over all lanes).
[[gnu::always_inline]] inline Lanes move_counts(const Boards& boards, const RuleSet& rules) {
  const Side us = boards.side_to_move;
  const Bitboard enemy_rat = boards.enemy[static_cast<std::size_t>(index(Animal::kRat))];
  const Bitboard own_rat(boards.own[index(Animal::kRat)]);
  const bool across_bank = rules.fields().rat_bank_capture == RatBankCapture::kRats;

  // Whom each animal may take, the edge of the water set aside.
  Lanes prey = all(boards.enemy_occupied & rules.weak_squares(!us));
  for (std::size_t i = 0; i < boards.enemy.size(); ++i)
    prey |= all(boards.enemy[i]) & load(rules.takers(kAllAnimals[i]));
  // That edge concerns the rat alone: all others are kept from the water by their ground.
  const Bitboard across = across_bank ? enemy_rat : Bitboard();
  const Bitboard rat_reach = (own_rat & kWater).any() ? (enemy_rat & kWater) | across : kLand | across;
  prey &= Lanes{rat_reach.bits(), ~0ULL, ~0ULL, ~0ULL, ~0ULL, ~0ULL, ~0ULL, ~0ULL};
  const Lanes able = std::bit_cast<Lanes>((boards.own & all(rules.powerless_squares(us))) == 0);

  const std::uint64_t land = (kLand & ~den(us)).bits();
  const Lanes ground = {(~den(us)).bits(), land, land, land, land, land, land, land};
  const Bitboard empty = ~(boards.own_occupied | boards.enemy_occupied);
  const Lanes allowed = ground & (all(empty) | (prey & able));

  const Lanes steps = (boards.own << kColumns) | (boards.own >> kColumns) |
                      ((boards.own & all(~column_set(0))) >> 1) |
                      ((boards.own & all(~column_set(kColumns - 1))) << 1);

  // Leaps: four directions of the tiger, four of the lion, as rotations: up, down, left, right. Rows have two
  // squares of water, so their lanes rest in the third step. What a rotation carries around the end of the
  // word is not water.
  static_assert(index(Animal::kTiger) == 5 && index(Animal::kLion) == 6);
  constexpr Lanes kStep = {7, 57, 63, 1, 7, 57, 63, 1};
  constexpr Lanes kThirdStep = {7, 57, 0, 0, 7, 57, 0, 0};
  Bitboard blockers = enemy_rat;
  if (rules.fields().jump_blockers == JumpBlockers::kAnyRat) blockers |= own_rat;
  const Lanes water = load(rules.leap_water()) & all(~blockers);
  Lanes leaps = __builtin_shufflevector(boards.own, boards.own, 5, 5, 5, 5, 6, 6, 6, 6);
  leaps = rotated(leaps, kStep) & water;
  leaps = rotated(leaps, kStep) & water;
  leaps = rotated(leaps, kThirdStep) & water;
  leaps = rotated(leaps, kStep);
  return popcounts(steps & allowed) +
         popcounts(leaps & __builtin_shufflevector(allowed, allowed, 5, 5, 5, 5, 6, 6, 6, 6));
}

}  // namespace jungle::lanes

#endif
