#pragma once
// A position in 16 bytes, exact and reversible: for shards, cache keys and tables. Two positions pack alike
// exactly if board, side to move and clock are alike (the full-move number is left out; unpacking gives 1).
//
//   low  word: 6 bits an animal from bit 0, Red's rat .. Red's elephant, then Blue's rat and cat; 63 = taken;
//   bits 60..63 are 0 high word: Blue's dog .. elephant from bit 0 (36 bits); bit 36 blue to move;
//   bits 40..55 plies since the last capture

#include <cstdint>

#include "core/position.hpp"

namespace jungle {

struct PackedPosition {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  bool operator==(const PackedPosition&) const = default;
};
static_assert(sizeof(PackedPosition) == 16);

PackedPosition pack(const Position& position);
Result<Position> unpack(const PackedPosition& packed);  // refuses what no Position packs to

}  // namespace jungle
