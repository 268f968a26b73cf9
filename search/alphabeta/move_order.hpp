#pragma once
// Which move to try first: the better the first move, the smaller the tree. The order is: the table's move,
// an entry into the den, captures by the value of what they take and the cheapness of the taker, the two
// killers of this ply, then the rest by history. Thread rule: hostile.

#include <array>
#include <cstdint>
#include <span>

#include "core/position.hpp"
#include "core/rules.hpp"

namespace jungle::alphabeta {

// A move with what the search has to know of it again and again.
struct OrderedMove {
  Move move;
  Animal animal = Animal::kRat;  // who moves
  std::uint8_t victim = 0;       // 1 + index of the animal taken; 0: none
  std::int32_t order = 0;        // the larger the earlier

  bool is_capture() const { return victim != 0; }
  Animal taken() const { return kAllAnimals[victim - 1U]; }  // precondition: is_capture()
};

using Killers = std::array<Move, 2>;

// How often quiet moves were the best, by side, animal and target square. Each value stays within +-kLimit by
// itself.
class MoveHistory {
 public:
  static constexpr int kLimit = 1 << 14;

  int value(Side side, Animal animal, Square to) const { return values_[place(side, animal, to)]; }
  void reward(Side side, const OrderedMove& move, int bonus);  // a negative bonus blames
  void age();                                                  // halves all: for the next search of a game
  void clear() { values_.fill(0); }

 private:
  static constexpr std::size_t place(Side side, Animal animal, Square to) {
    const int number = (index(side) * kAnimals + index(animal)) * kSquares + index(to);
    return static_cast<std::size_t>(number);
  }
  std::array<std::int16_t, std::size_t{2} * kAnimals * kSquares> values_{};
};

// The moves of one node, best first.
class MoveOrder {
 public:
  // All legal moves.
  MoveOrder(const Position& position, const RuleSet& rules, Move table_move, const Killers& killers,
            const MoveHistory& history);
  // Captures only, of animals on `victims`.
  MoveOrder(const Position& position, const RuleSet& rules, Bitboard victims);

  bool empty() const { return size_ == 0; }
  int size() const { return size_; }
  const OrderedMove* next();  // null after the last

  // What next() has given so far, in that order.
  std::span<const OrderedMove> given() const { return {moves_.data(), static_cast<std::size_t>(given_)}; }

 private:
  void push(const Position& position, Animal animal, Move move);

  std::array<OrderedMove, kMaxMoves> moves_;
  int size_ = 0;
  int given_ = 0;
};

}  // namespace jungle::alphabeta
