#include "core/packed_position.hpp"

namespace jungle {
namespace {

constexpr int kBits = 6;
constexpr int kInLow = 10;  // animals held by the low word
constexpr std::uint64_t kTaken = 63;
constexpr int kSideBit = 36;
constexpr int kClockBit = 40;

}  // namespace

PackedPosition pack(const Position& position) {
  PackedPosition packed;
  int i = 0;
  for (Side side : kSides) {
    for (Bitboard set : position.animals(side)) {
      const std::uint64_t square = set.any() ? static_cast<std::uint64_t>(index(set.first())) : kTaken;
      if (i < kInLow) {
        packed.low |= square << (kBits * i);
      } else {
        packed.high |= square << (kBits * (i - kInLow));
      }
      ++i;
    }
  }
  if (position.side_to_move() == Side::kBlue) packed.high |= std::uint64_t{1} << kSideBit;
  packed.high |= static_cast<std::uint64_t>(position.plies_since_capture()) << kClockBit;
  return packed;
}

Result<Position> unpack(const PackedPosition& packed) {
  PositionBuilder builder;
  int i = 0;
  for (Side side : kSides) {
    for (Animal animal : kAllAnimals) {
      const std::uint64_t square =
          (i < kInLow ? packed.low >> (kBits * i) : packed.high >> (kBits * (i - kInLow))) & kTaken;
      ++i;
      if (square == kTaken) continue;
      if (Status placed = builder.place({side, animal}, square_from_index(static_cast<int>(square))); !placed)
        return Error{"packed position: " + placed.error()};
    }
  }
  const auto clock = static_cast<int>(packed.high >> kClockBit & 0xffff);
  if (clock > kMaxCounter) return Error{"packed position: clock out of range"};
  builder.side_to_move((packed.high >> kSideBit & 1) != 0 ? Side::kBlue : Side::kRed).counters(clock, 1);
  Result<Position> position = builder.build();
  if (!position) return position;
  if (pack(*position) != packed) return Error{"packed position: unused bits are set"};
  return position;
}

}  // namespace jungle
