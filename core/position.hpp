#pragma once
// What is on the board, whose turn it is, and the two counters of the text form. A value: copy it, then move.
// It comes from the start position, the parser (core/notation.hpp), PositionBuilder (validated), or a legal
// move; board and hash key change together in one private place. What it is not: it has no history
// (core/game.hpp has), so it knows nothing of repetition or of a draw.
//
// Memory: 192 bytes; the animals of a side are one 64-byte line. Thread rule: a value; share const freely.

#include <array>
#include <cstdint>
#include <optional>

#include "core/bitboard.hpp"
#include "core/move.hpp"
#include "core/piece.hpp"
#include "core/rules.hpp"
#include "core/util/result.hpp"

namespace jungle {

class alignas(64) Position {
 public:
  // The standard layout; the rule set says who moves first.
  static Position start(const RuleSet& rules);

  // One-square set of an animal, empty once it is taken.
  Bitboard animal(Side side, Animal animal) const {
    return animals_[slot(side)][static_cast<std::size_t>(index(animal))];
  }
  const std::array<Bitboard, kAnimals>& animals(Side side) const { return animals_[slot(side)]; }
  Bitboard occupied(Side side) const { return occupied_[slot(side)]; }
  Bitboard occupied() const { return occupied_[0] | occupied_[1]; }
  std::optional<Piece> piece_at(Square square) const;

  Side side_to_move() const { return side_to_move_; }
  int plies_since_capture() const { return plies_since_capture_; }
  // Grows after each move of the side that does not move first.
  int full_move_number() const { return full_move_number_; }

  // Zobrist key of board and side to move; the counters are not in it.
  std::uint64_t key() const { return key_; }

  // The position after `move`. Precondition: an animal of the side to move stands on move.from() and none on
  // move.to(); legality is the generator's business.
  Position after(Move move, const RuleSet& rules) const;
  // The same when the mover is known, as it is while generating.
  Position after(Animal animal, Move move, const RuleSet& rules) const;

  // Same board and side to move (what repetition compares); counters aside.
  bool same_board(const Position& other) const {
    return side_to_move_ == other.side_to_move_ && animals_ == other.animals_;
  }
  bool operator==(const Position& other) const = default;

  std::uint64_t recomputed_key() const;  // from nothing; what debug builds and tests compare key() with

 private:
  friend class PositionBuilder;
  Position() = default;
  static constexpr std::size_t slot(Side side) { return static_cast<std::size_t>(index(side)); }

  std::array<std::array<Bitboard, kAnimals>, 2> animals_{};
  std::array<Bitboard, 2> occupied_{};
  std::uint64_t key_ = 0;
  std::uint16_t plies_since_capture_ = 0;
  std::uint16_t full_move_number_ = 1;
  Side side_to_move_ = Side::kRed;
};
static_assert(sizeof(Position) == 192);

// Of plies_since_capture and full_move_number: they stop growing there.
inline constexpr int kMaxCounter = 65000;

// Makes a Position piece by piece; build() refuses what the rules of the board forbid, one message each.
//
//   PositionBuilder builder;
//   builder.place({Side::kRed, Animal::kRat}, square);
//   Result<Position> position = builder.side_to_move(Side::kBlue).build();
class PositionBuilder {
 public:
  // Refuses a second such animal, a taken square, water for land animals, the own den; the builder is then as
  // before.
  Status place(Piece piece, Square square);
  PositionBuilder& side_to_move(Side side);
  // Precondition: 0 <= plies_since_capture <= kMaxCounter, 1 <= full_move_number <= kMaxCounter.
  PositionBuilder& counters(int plies_since_capture, int full_move_number);
  // Refuses an empty board and two entered dens.
  Result<Position> build() const;

 private:
  Position position_;
};

}  // namespace jungle
