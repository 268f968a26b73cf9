#pragma once
// The 63 squares of the board: a1 = 0, b1 = 1, ..., g1 = 6, a2 = 7, ..., g9 = 62. Red's den is d1, Blue's d9.

#include <cstdint>

namespace jungle {

inline constexpr int kColumns = 7;
inline constexpr int kRows = 9;
inline constexpr int kSquares = kColumns * kRows;

enum class Square : std::uint8_t {};  // value: row * 7 + column, both from 0

constexpr int index(Square square) { return static_cast<int>(square); }
constexpr int column(Square square) { return index(square) % kColumns; }
constexpr int row(Square square) { return index(square) / kColumns; }
constexpr Square square_at(int column, int row) { return static_cast<Square>(row * kColumns + column); }
constexpr Square square_from_index(int index) { return static_cast<Square>(index); }

}  // namespace jungle
