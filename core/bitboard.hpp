#pragma once
// A set of squares: bit i of one word is the square of index i. Bit 63 is never set.

#include <bit>
#include <cstdint>

#include "core/square.hpp"

namespace jungle {

class Bitboard {
 public:
  constexpr Bitboard() = default;
  constexpr explicit Bitboard(std::uint64_t bits) : bits_(bits) {}
  constexpr explicit Bitboard(Square square) : bits_(std::uint64_t{1} << index(square)) {}

  constexpr std::uint64_t bits() const { return bits_; }
  constexpr bool empty() const { return bits_ == 0; }
  constexpr bool any() const { return bits_ != 0; }
  constexpr int count() const { return std::popcount(bits_); }
  constexpr bool contains(Square square) const { return (bits_ >> index(square) & 1) != 0; }

  // Precondition of both: any().
  constexpr Square first() const { return square_from_index(std::countr_zero(bits_)); }
  constexpr Square pop_first() {
    const Square square = first();
    bits_ &= bits_ - 1;
    return square;
  }

  constexpr Bitboard operator&(Bitboard other) const { return Bitboard(bits_ & other.bits_); }
  constexpr Bitboard operator|(Bitboard other) const { return Bitboard(bits_ | other.bits_); }
  constexpr Bitboard operator^(Bitboard other) const { return Bitboard(bits_ ^ other.bits_); }
  constexpr Bitboard operator~() const;
  constexpr Bitboard& operator&=(Bitboard other) { return *this = *this & other; }
  constexpr Bitboard& operator|=(Bitboard other) { return *this = *this | other; }
  constexpr Bitboard& operator^=(Bitboard other) { return *this = *this ^ other; }
  constexpr bool operator==(const Bitboard&) const = default;

 private:
  std::uint64_t bits_ = 0;
};

inline constexpr Bitboard kAllSquares{(std::uint64_t{1} << kSquares) - 1};
constexpr Bitboard Bitboard::operator~() const { return Bitboard(~bits_ & kAllSquares.bits_); }

static_assert(sizeof(Bitboard) == 8);

}  // namespace jungle
