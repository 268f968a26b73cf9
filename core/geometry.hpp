#pragma once
// The board itself as compile-time sets: water, dens, traps, and one-step shifts of whole sets.

#include <array>

#include "core/bitboard.hpp"
#include "core/piece.hpp"
#include "core/square.hpp"

namespace jungle {

constexpr Bitboard column_set(int column) {
  Bitboard set;
  for (int row = 0; row < kRows; ++row) set |= Bitboard(square_at(column, row));
  return set;
}
constexpr Bitboard row_set(int row) {
  Bitboard set;
  for (int column = 0; column < kColumns; ++column) set |= Bitboard(square_at(column, row));
  return set;
}

inline constexpr Bitboard kWater =
    (row_set(3) | row_set(4) | row_set(5)) & (column_set(1) | column_set(2) | column_set(4) | column_set(5));
inline constexpr Bitboard kLand = ~kWater;

inline constexpr std::array<Square, 2> kDenSquare = {square_at(3, 0), square_at(3, 8)};
inline constexpr std::array<Bitboard, 2> kTrapSet = {
    Bitboard(square_at(2, 0)) | Bitboard(square_at(4, 0)) | Bitboard(square_at(3, 1)),
    Bitboard(square_at(2, 8)) | Bitboard(square_at(4, 8)) | Bitboard(square_at(3, 7))};

constexpr Square den_square(Side side) { return kDenSquare[static_cast<std::size_t>(index(side))]; }
constexpr Bitboard den(Side side) { return Bitboard(den_square(side)); }
// Around `side`'s own den.
constexpr Bitboard traps(Side side) { return kTrapSet[static_cast<std::size_t>(index(side))]; }

// A step up is toward row 9, right toward column g, whoever moves. What would leave the board vanishes.
enum class Direction : std::uint8_t { kUp, kDown, kLeft, kRight };
inline constexpr std::array<Direction, 4> kDirections = {Direction::kUp, Direction::kDown, Direction::kLeft,
                                                         Direction::kRight};

constexpr Bitboard step(Bitboard set, Direction direction) {
  switch (direction) {
    case Direction::kUp:
      return Bitboard(set.bits() << kColumns) & kAllSquares;
    case Direction::kDown:
      return Bitboard(set.bits() >> kColumns);
    case Direction::kLeft:
      return Bitboard((set & ~column_set(0)).bits() >> 1);
    case Direction::kRight:
      return Bitboard((set & ~column_set(kColumns - 1)).bits() << 1);
  }
  return {};
}

// All squares one step from any square of the set.
constexpr Bitboard neighbours(Bitboard set) {
  return step(set, Direction::kUp) | step(set, Direction::kDown) | step(set, Direction::kLeft) |
         step(set, Direction::kRight);
}

// The board turned by half a turn: Red's view becomes Blue's.
constexpr Square turned(Square square) { return square_from_index(kSquares - 1 - index(square)); }

static_assert(kWater.count() == 12);
static_assert(kWater.contains(square_at(1, 3)) && kWater.contains(square_at(5, 5)) &&
              !kWater.contains(square_at(3, 4)));
static_assert(turned(den_square(Side::kRed)) == den_square(Side::kBlue));
static_assert(neighbours(den(Side::kRed)) == traps(Side::kRed));
static_assert(neighbours(den(Side::kBlue)) == traps(Side::kBlue));

}  // namespace jungle
