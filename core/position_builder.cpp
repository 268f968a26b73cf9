#include <string>

#include "core/geometry.hpp"
#include "core/notation.hpp"
#include "core/position.hpp"
#include "core/zobrist.hpp"

namespace jungle {
namespace {

std::string named(Piece piece) {
  return std::string(to_string(piece.side)) + " " + std::string(to_string(piece.animal));
}

}  // namespace

Status PositionBuilder::place(Piece piece, Square square) {
  JUNGLE_CHECK(index(square) < kSquares);
  Bitboard& set =
      position_.animals_[Position::slot(piece.side)][static_cast<std::size_t>(index(piece.animal))];
  if (set.any()) return Error{"two of one animal: a second " + named(piece) + " on " + to_string(square)};
  if (position_.occupied().contains(square)) return Error{"two animals on " + to_string(square)};
  if (piece.animal != Animal::kRat && kWater.contains(square))
    return Error{"a land animal in water: " + named(piece) + " on " + to_string(square)};
  if (square == den_square(piece.side))
    return Error{"an animal on its own den: " + named(piece) + " on " + to_string(square)};
  set = Bitboard(square);
  position_.occupied_[Position::slot(piece.side)] |= set;
  position_.key_ ^= zobrist::piece(piece.side, piece.animal, square);
  return Done{};
}

PositionBuilder& PositionBuilder::side_to_move(Side side) {
  if (position_.side_to_move_ != side) position_.key_ ^= zobrist::kKeys.blue_to_move;
  position_.side_to_move_ = side;
  return *this;
}

PositionBuilder& PositionBuilder::counters(int plies_since_capture, int full_move_number) {
  JUNGLE_CHECK(plies_since_capture >= 0 && plies_since_capture <= kMaxCounter);
  JUNGLE_CHECK(full_move_number >= 1 && full_move_number <= kMaxCounter);
  position_.plies_since_capture_ = static_cast<std::uint16_t>(plies_since_capture);
  position_.full_move_number_ = static_cast<std::uint16_t>(full_move_number);
  return *this;
}

Result<Position> PositionBuilder::build() const {
  if (position_.occupied().empty()) return Error{"no animal at all on the board"};
  if ((position_.occupied(Side::kRed) & den(Side::kBlue)).any() &&
      (position_.occupied(Side::kBlue) & den(Side::kRed)).any())
    return Error{"both dens entered: only one side can have won"};
  return position_;
}

}  // namespace jungle
