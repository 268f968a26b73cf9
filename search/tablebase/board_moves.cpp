#include "search/tablebase/board_moves.hpp"

#include "core/geometry.hpp"
#include "core/movegen.hpp"
#include "core/position.hpp"

namespace jungle::tablebase {
namespace {

constexpr Bitboard kDens = den(Side::kRed) | den(Side::kBlue);

Bitboard targets(const RuleSet& rules, Piece piece, Square from) {
  PositionBuilder builder;
  JUNGLE_CHECK(builder.place(piece, from).has_value());
  return legal_targets(*builder.side_to_move(piece.side).build(), rules, piece.animal);
}

bool may_capture(const RuleSet& rules, Piece attacker, Square from, Piece victim, Square to) {
  PositionBuilder builder;
  JUNGLE_CHECK(builder.place(attacker, from).has_value());
  JUNGLE_CHECK(builder.place(victim, to).has_value());
  return legal_targets(*builder.side_to_move(attacker.side).build(), rules, attacker.animal).contains(to);
}

// The squares strictly between two on a line: none for a step.
Bitboard between(Square from, Square to) {
  Bitboard squares;
  for (Direction direction : kDirections) {
    Bitboard passed;
    for (Bitboard at = step(Bitboard(from), direction); at.any(); at = step(at, direction)) {
      if (at.contains(to)) squares = passed;
      passed |= at;
    }
  }
  return squares;
}

}  // namespace

BoardMoves::BoardMoves(const RuleSet& rules)
    : any_rat_blocks_(rules.fields().jump_blockers == JumpBlockers::kAnyRat) {
  for (Side side : kSides)
    for (Animal animal : kAllAnimals) list(rules, {side, animal}, pieces_[slot({side, animal})]);
}

Bitboard BoardMoves::standing(Animal animal) {
  return (animal == Animal::kRat ? kAllSquares : kLand) & ~kDens;
}

void BoardMoves::list(const RuleSet& rules, Piece piece, OfPiece& moves) {
  for (Bitboard squares = standing(piece.animal); squares.any();) {
    const Square from = squares.pop_first();
    const Bitboard reach = targets(rules, piece, from);
    if ((reach & den(!piece.side)).any()) moves.den_entrances |= Bitboard(from);
    for (Bitboard left = reach & ~kDens; left.any();) {
      const Square to = left.pop_first();
      const BoardMove move{from, to, between(from, to)};
      moves.quiet[at(from)].push_back(move);
      for (Animal victim : kAllAnimals)
        if (standing(victim).contains(to) && may_capture(rules, piece, from, {!piece.side, victim}, to))
          moves.captures[static_cast<std::size_t>(index(victim))].push_back(move);
    }
  }
}

}  // namespace jungle::tablebase
