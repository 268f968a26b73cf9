#pragma once
// The hand-made evaluation: what a position is worth when nothing is about to happen. Its terms:
//
//   material    by which animals are alive on both sides, looked up in a table: what an animal is worth
//               depends on what it can still take and on what can still take it. An elephant whose enemy rat
//               is gone, a rat whose enemy elephant is gone: both follow.
//   placement   by animal and square: moves to the enemy den as this animal walks, swims or leaps, and a
//               rat's safety in the water
//   den zone    more attackers than defenders within three moves of a den
//   approaches  a square next to the den that an attacker can step onto untouched
//   tempo       the right to move
//
// Material and placement are kept up to date with each move (EvalState); the rest is counted on the spot from
// sets. Symmetric: mirroring the board changes nothing, swapping the sides changes the sign.
//
// Thread rule: EvalTables is immutable; EvalState is a value.

#include <array>
#include <cstdint>
#include <vector>

#include "core/position.hpp"
#include "core/rules.hpp"
#include "search/alphabeta/score.hpp"

namespace jungle::alphabeta {

// Everything about a rule set that the evaluation looks up. Made once a rule set, in about a millisecond.
class EvalTables {
 public:
  explicit EvalTables(const RuleSet& rules);

  // Red's material minus Blue's; bit i of a set is animal i.
  Score material_for_red(std::uint8_t red_alive, std::uint8_t blue_alive) const {
    return material_[static_cast<std::size_t>(red_alive) << kAnimals | blue_alive];
  }
  // What standing there is worth to the animal's own side.
  Score placement(Side side, Animal animal, Square square) const {
    return placement_[static_cast<std::size_t>(index(side))][static_cast<std::size_t>(index(animal))]
                     [static_cast<std::size_t>(index(square))];
  }
  // About what taking the animal gains: for move order and for bounds in quiescence.
  static Score typical_value(Animal animal);

 private:
  void fill_material(const RuleSet& rules);
  void fill_placement(const RuleSet& rules);

  std::vector<std::int16_t> material_;  // 256 x 256
  std::array<std::array<std::array<std::int16_t, kSquares>, kAnimals>, 2> placement_{};
};

// The part of an evaluation that a move changes little of.
struct EvalState {
  Score placement_for_red = 0;
  std::array<std::uint8_t, 2> alive{};

  static EvalState of(const Position& position, const EvalTables& tables);  // from nothing
  void move(Side side, Animal animal, Move move, const EvalTables& tables);
  void take(Side side, Animal animal, Square square, const EvalTables& tables);  // `side` loses it
  bool operator==(const EvalState&) const = default;
};

// For the side to move, within +-kMaxEval. Precondition: state == EvalState::of(position, tables).
Score evaluate(const Position& position, const EvalState& state, const EvalTables& tables);

// The same from nothing; slow.
Score evaluate(const Position& position, const EvalTables& tables);

}  // namespace jungle::alphabeta
