#pragma once
// A position in 16 bytes, exact and reversible: for shards, cache keys and tables. Two positions pack alike
// exactly if board, side to move and clock are alike (the full-move number is left out; unpacking gives 1).
//
//   low word:   bits  0..59  a square of 6 bits for each of Red's rat .. elephant, Blue's rat, Blue's cat
//   high word:  bits  0..35  the same for Blue's dog .. elephant
//               bit   36     Blue is to move
//               bits 40..55  plies since the last capture
//
// Square 63 means that the animal is taken; all other bits are 0.

#include <cstdint>

#include "core/position.hpp"

namespace jungle {

struct PackedPosition {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  PackedPosition without_clock() const { return {low, high & ~(std::uint64_t{0xffff} << 40)}; }
  bool operator==(const PackedPosition&) const = default;
};
static_assert(sizeof(PackedPosition) == 16);

PackedPosition pack(const Position& position);
Result<Position> unpack(const PackedPosition& packed);  // refuses what no Position packs to

}  // namespace jungle
