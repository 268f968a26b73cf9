#pragma once
// A move of a tree node before it is searched, in 16 bits: what makes a million visits fit in a hundred
// megabytes.
//
//   bit  15 14 13 | 12 11     | 10 .. 0
//        animal   | direction | prior
//
// Animal and direction name the move within its position: a step and a leap in one direction can't both be
// legal. The prior has 4 bits of exponent and 7 of fraction, as fine as bfloat16 (0.4 %); below 2^-16 it
// reads as about 2^-16.

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "core/geometry.hpp"
#include "core/move.hpp"
#include "core/position.hpp"

namespace jungle {

class Edge {
 public:
  Edge() = default;
  // Precondition: the move is legal in `position`, the prior in [0, 1].
  Edge(Move move, const Position& position, float prior) : Edge(mover(move, position), move, prior) {}
  // The same when the mover is known.
  Edge(Animal mover, Move move, float prior)
      : bits_(static_cast<std::uint16_t>(static_cast<std::uint32_t>(index(mover)) << 13 |
                                         direction(move) << 11 | encode(prior))) {}

  Animal animal() const { return static_cast<Animal>(bits_ >> 13); }
  Move move(const Position& position) const {
    constexpr std::array<int, 4> kStep = {kColumns, -kColumns, -1, 1};
    constexpr std::array<int, 4> kLeap = {4 * kColumns, -4 * kColumns, -3, 3};
    const std::size_t way = bits_ >> 11 & 3;
    const Square from = position.animal(position.side_to_move(), animal()).first();
    const Square next = square_from_index(index(from) + kStep[way]);
    if (animal() == Animal::kRat || !kWater.contains(next)) return Move(from, next);
    return Move(from, square_from_index(index(from) + kLeap[way]));
  }

  float prior() const { return std::bit_cast<float>(((bits_ & kPriorMask) + kPriorBase) << 16); }

 private:
  static constexpr std::uint32_t kPriorMask = 0x7ff;
  // The upper half of a float's bits rises with the float. 1.0F has 0x3f80 there, which becomes the largest
  // code.
  static constexpr std::uint32_t kPriorBase = 0x3f80 - kPriorMask;

  static std::uint32_t encode(float prior) {
    const std::uint32_t rounded = (std::bit_cast<std::uint32_t>(prior) + 0x8000) >> 16;
    return std::min(std::max(rounded, kPriorBase), kPriorBase + kPriorMask) - kPriorBase;
  }
  static Animal mover(Move move, const Position& position) {
    for (const Animal animal : kAllAnimals)
      if (position.animal(position.side_to_move(), animal).contains(move.from())) return animal;
    check_failed("the move is legal", __FILE__, __LINE__);
  }
  // As in Direction: up, down, left, right. By the difference of the squares' indices, which is a column's
  // length or more along columns and less along rows.
  static std::uint32_t direction(Move move) {
    constexpr std::ptrdiff_t kMost = kSquares - 1;
    static constexpr auto kDirection = [] {
      std::array<std::uint8_t, 2 * kMost + 1> table{};
      for (std::ptrdiff_t offset = -kMost; offset <= kMost; ++offset)
        table[static_cast<std::size_t>(offset + kMost)] = offset >= kColumns    ? 0
                                                          : offset <= -kColumns ? 1
                                                          : offset < 0          ? 2
                                                                                : 3;
      return table;
    }();
    return kDirection[static_cast<std::size_t>(kMost + index(move.to()) - index(move.from()))];
  }

  std::uint16_t bits_ = 0;
};
static_assert(sizeof(Edge) == 2);

}  // namespace jungle
