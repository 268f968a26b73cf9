#pragma once
// What each animal can do by itself under a rule set, as lists: quiet moves, captures of each enemy animal,
// ways into the den. Asked of the generator on boards of one and two animals, so no rule is written twice;
// the one thing a third animal can change is left to the reader of a list: a rat in the water under a leap.
//
// Boards on which the game goes on only: no animal stands on a den.
//
// Thread rule: immutable.

#include <array>
#include <vector>

#include "core/bitboard.hpp"
#include "core/piece.hpp"
#include "core/rules.hpp"

namespace jungle::tablebase {

struct BoardMove {
  Square from;
  Square to;
  Bitboard leapt;  // the water passed over; empty for a step
};

class BoardMoves {
 public:
  explicit BoardMoves(const RuleSet& rules);

  // Where the animal may stand, of either side: land or, for rats, the board, without the dens.
  static Bitboard standing(Animal animal);

  // Moves onto an empty square that is not the enemy den.
  const std::vector<BoardMove>& quiet(Piece piece, Square from) const {
    return moves_of(piece).quiet[at(from)];
  }
  // All of them, of every `from`.
  const std::vector<BoardMove>& captures(Piece attacker, Animal victim) const {
    return moves_of(attacker).captures[static_cast<std::size_t>(index(victim))];
  }
  // Squares from which the piece enters the enemy den.
  Bitboard den_entrances(Piece piece) const { return moves_of(piece).den_entrances; }
  // Whether a rat of `rat` under a leap of `mover` stops it.
  bool rat_blocks(Side rat, Side mover) const { return any_rat_blocks_ || rat != mover; }

 private:
  struct OfPiece {
    std::array<std::vector<BoardMove>, kSquares> quiet;
    std::array<std::vector<BoardMove>, kAnimals> captures;
    Bitboard den_entrances;
  };
  static std::size_t at(Square square) { return static_cast<std::size_t>(index(square)); }
  static std::size_t slot(Piece piece) {
    return std::size_t{kAnimals} * (piece.side == Side::kBlue ? 1 : 0) +
           static_cast<std::size_t>(index(piece.animal));
  }
  const OfPiece& moves_of(Piece piece) const { return pieces_[slot(piece)]; }
  static void list(const RuleSet& rules, Piece piece, OfPiece& moves);

  std::array<OfPiece, std::size_t{2} * kAnimals> pieces_;
  bool any_rat_blocks_;
};

}  // namespace jungle::tablebase
