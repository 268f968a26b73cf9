#include "core/symmetry.hpp"

namespace jungle {
namespace {

template <typename MapSquare>
Position mapped(const Position& position, bool swap_sides, MapSquare map_square) {
  PositionBuilder builder;
  const auto side_of = [&](Side side) { return swap_sides ? !side : side; };
  for (Side side : kSides)
    for (Animal animal : kAllAnimals)
      if (const Bitboard square = position.animal(side, animal); square.any())
        JUNGLE_CHECK(builder.place({side_of(side), animal}, map_square(square.first())).has_value());
  builder.side_to_move(side_of(position.side_to_move()));
  builder.counters(position.plies_since_capture(), position.full_move_number());
  return *builder.build();
}

}  // namespace

Position mirrored(const Position& position) {
  return mapped(position, false, [](Square square) { return mirrored(square); });
}

Position side_swapped(const Position& position) {
  return mapped(position, true, [](Square square) { return turned(square); });
}

}  // namespace jungle
