#include "core/position.hpp"

#include "core/geometry.hpp"
#include "core/zobrist.hpp"

namespace jungle {

std::optional<Piece> Position::piece_at(Square square) const {
  for (Side side : kSides)
    for (Animal animal : kAllAnimals)
      if (this->animal(side, animal).contains(square)) return Piece{side, animal};
  return std::nullopt;
}

Position Position::after(Move move, const RuleSet& rules) const {
  const auto& own = animals_[slot(side_to_move_)];
  std::size_t mover = 0;
  while (mover + 1 < own.size() && !own[mover].contains(move.from())) ++mover;
  return after(kAllAnimals[mover], move, rules);
}

Position Position::after(Animal animal, Move move, const RuleSet& rules) const {
  const std::size_t us = slot(side_to_move_);
  const std::size_t them = slot(!side_to_move_);
  const Bitboard from(move.from());
  const Bitboard to(move.to());
  JUNGLE_ASSERT(animals_[us][static_cast<std::size_t>(index(animal))] == from);
  JUNGLE_ASSERT((occupied_[us] & to).empty());

  Position next = *this;
  next.animals_[us][static_cast<std::size_t>(index(animal))] = to;
  next.occupied_[us] ^= from | to;
  next.key_ ^= zobrist::piece(side_to_move_, animal, move.from()) ^
               zobrist::piece(side_to_move_, animal, move.to()) ^ zobrist::kKeys.blue_to_move;
  if ((occupied_[them] & to).any()) {
    std::size_t captured = 0;
    while (animals_[them][captured] != to) ++captured;
    next.animals_[them][captured] = Bitboard();
    next.occupied_[them] ^= to;
    next.key_ ^= zobrist::piece(!side_to_move_, kAllAnimals[captured], move.to());
    next.plies_since_capture_ = 0;
  } else if (plies_since_capture_ < kMaxCounter) {
    ++next.plies_since_capture_;
  }
  if (side_to_move_ != rules.fields().first_side && full_move_number_ < kMaxCounter) ++next.full_move_number_;
  next.side_to_move_ = !side_to_move_;
  JUNGLE_ASSERT(next.key_ == next.recomputed_key());
  return next;
}

std::uint64_t Position::recomputed_key() const {
  std::uint64_t key = side_to_move_ == Side::kBlue ? zobrist::kKeys.blue_to_move : 0;
  for (Side side : kSides)
    for (Animal animal : kAllAnimals)
      if (const Bitboard square = this->animal(side, animal); square.any())
        key ^= zobrist::piece(side, animal, square.first());
  return key;
}

Position Position::start(const RuleSet& rules) {
  constexpr std::array<Square, kAnimals> kRedStart = {
      square_at(6, 2), square_at(1, 1),
      square_at(5, 1), square_at(2, 2),  // rat g3, cat b2, dog f2, wolf c3
      square_at(4, 2), square_at(0, 0),
      square_at(6, 0), square_at(0, 2)};  // leopard e3, tiger a1, lion g1, elephant a3
  PositionBuilder builder;
  for (Animal animal : kAllAnimals) {
    const Square square = kRedStart[static_cast<std::size_t>(index(animal))];
    JUNGLE_CHECK(builder.place({Side::kRed, animal}, square).has_value());
    JUNGLE_CHECK(builder.place({Side::kBlue, animal}, turned(square)).has_value());
  }
  return *builder.side_to_move(rules.fields().first_side).build();
}

}  // namespace jungle
