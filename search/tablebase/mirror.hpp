#pragma once
// The mirror symmetry in tables: of placements and their mirror images only those are computed and stored
// whose first animal stands in columns a to d. (In column d both are; tables of two animals are computed
// whole, and stored by half.)

#include "core/bitboard.hpp"
#include "core/geometry.hpp"

namespace jungle::tablebase {

inline constexpr Bitboard kLeftHalf = column_set(0) | column_set(1) | column_set(2) | column_set(3);

// Where animal number `i` of so many may stand in what is computed.
constexpr Bitboard computed_half(std::size_t i, std::size_t animals) {
  return i == 0 && animals > 2 ? kLeftHalf : kAllSquares;
}

// The mirror image of a set.
constexpr Bitboard mirrored(Bitboard set) {
  Bitboard image;
  for (int column = 0; column < kColumns; ++column) {
    const std::uint64_t squares = (set & column_set(column)).bits();
    const int shift = kColumns - 1 - 2 * column;
    image |= Bitboard(shift >= 0 ? squares << shift : squares >> -shift);
  }
  return image;
}

static_assert(mirrored(kLeftHalf) == (column_set(3) | column_set(4) | column_set(5) | column_set(6)));

}  // namespace jungle::tablebase
