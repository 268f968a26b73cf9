#pragma once
// A move: from-square and to-square. A leap over the river is written the same way (a5d5).
//
//   bit  15 14 13 12 | 11 10  9  8  7  6 | 5  4  3  2  1  0
//        unused, 0   |     to square     |   from square
//
// What it is not: it knows neither animal nor capture, and does not say that it is legal.

#include <array>
#include <cstdint>

#include "core/square.hpp"
#include "core/util/check.hpp"

namespace jungle {

class Move {
 public:
  constexpr Move() = default;  // a1a1, which no rule set allows: "no move"
  constexpr Move(Square from, Square to) : bits_(static_cast<std::uint16_t>(index(from) | index(to) << 6)) {}
  static constexpr Move from_bits(std::uint16_t bits) {
    Move move;
    move.bits_ = bits;
    return move;
  }

  constexpr Square from() const { return square_from_index(bits_ & 63); }
  constexpr Square to() const { return square_from_index(bits_ >> 6 & 63); }
  constexpr std::uint16_t bits() const { return bits_; }
  constexpr bool is_none() const { return bits_ == 0; }
  constexpr bool operator==(const Move&) const = default;

 private:
  std::uint16_t bits_ = 0;
};
static_assert(sizeof(Move) == 2);

inline constexpr int kMaxMoves = 32;  // eight animals, four directions; 29 is the most seen in play

// The moves of one position, in the generator's order. Fixed capacity; never allocates.
class MoveList {
 public:
  constexpr void push(Move move) {
    JUNGLE_ASSERT(size_ < kMaxMoves);
    moves_[static_cast<std::size_t>(size_++)] = move;
  }
  constexpr void clear() { size_ = 0; }
  constexpr int size() const { return size_; }
  constexpr bool empty() const { return size_ == 0; }
  constexpr Move operator[](int i) const {
    JUNGLE_ASSERT(i >= 0 && i < size_);
    return moves_[static_cast<std::size_t>(i)];
  }
  constexpr const Move* data() const { return moves_.data(); }
  constexpr const Move* begin() const { return moves_.data(); }
  constexpr const Move* end() const { return moves_.data() + size_; }
  constexpr Move* begin() { return moves_.data(); }
  constexpr Move* end() { return moves_.data() + size_; }

 private:
  std::array<Move, kMaxMoves> moves_ = {};
  int size_ = 0;
};

}  // namespace jungle
