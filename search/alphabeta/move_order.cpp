#include "search/alphabeta/move_order.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "core/geometry.hpp"
#include "core/targets.hpp"
#include "search/alphabeta/evaluation.hpp"

namespace jungle::alphabeta {
namespace {

constexpr std::int32_t kTableMove = 1 << 30;
constexpr std::int32_t kDenEntry = 1 << 29;
constexpr std::int32_t kCapture = 1 << 24;
constexpr std::int32_t kKiller = 1 << 20;

std::uint8_t victim_on(const Position& position, Square square) {
  const auto& animals = position.animals(!position.side_to_move());
  unsigned victim = 0;
  for (unsigned i = 0; i < kAnimals; ++i) victim |= animals[i].contains(square) ? i + 1 : 0;
  return static_cast<std::uint8_t>(victim);
}

std::int32_t capture_order(const OrderedMove& move) {
  return kCapture + 16 * EvalTables::typical_value(move.taken()) - index(move.animal);
}

}  // namespace

// The step toward the limit shrinks as the value nears it, so that no value ever overflows and old news
// fades.
void MoveHistory::reward(Side side, const OrderedMove& move, int bonus) {
  std::int16_t& value = values_[place(side, move.animal, move.move.to())];
  const int limited = std::clamp(bonus, -kLimit, kLimit);
  value = static_cast<std::int16_t>(value + limited - value * std::abs(limited) / kLimit);
}

void MoveHistory::age() {
  for (std::int16_t& value : values_) value = static_cast<std::int16_t>(value / 2);
}

void MoveOrder::push(const Position& position, Animal animal, Move move) {
  OrderedMove& added = moves_[static_cast<std::size_t>(size_++)];
  added.move = move;
  added.animal = animal;
  added.victim =
      position.occupied(!position.side_to_move()).contains(move.to()) ? victim_on(position, move.to()) : 0;
}

MoveOrder::MoveOrder(const Position& position, const RuleSet& rules, Move table_move, const Killers& killers,
                     const MoveHistory& history) {
  const Side us = position.side_to_move();
  const Square enemy_den = den_square(!us);
  visit_targets(position, rules, [&](Animal animal, Bitboard from, Bitboard targets) {
    while (targets.any()) {
      const Move move(from.first(), targets.pop_first());
      push(position, animal, move);
      OrderedMove& added = moves_[static_cast<std::size_t>(size_ - 1)];
      if (move == table_move) {
        added.order = kTableMove;
      } else if (move.to() == enemy_den) {
        added.order = kDenEntry;
      } else if (added.is_capture()) {
        added.order = capture_order(added);
      } else if (move == killers[0] || move == killers[1]) {
        added.order = kKiller + (move == killers[0] ? 1 : 0);
      } else {
        added.order = history.value(us, animal, move.to());
      }
    }
  });
}

MoveOrder::MoveOrder(const Position& position, const RuleSet& rules, Bitboard victims) {
  visit_targets(position, rules, [&](Animal animal, Bitboard from, Bitboard targets) {
    for (targets &= victims; targets.any();) {
      push(position, animal, Move(from.first(), targets.pop_first()));
      OrderedMove& added = moves_[static_cast<std::size_t>(size_ - 1)];
      added.order = capture_order(added);
    }
  });
}

const OrderedMove* MoveOrder::next() {
  if (given_ == size_) return nullptr;
  const auto begin = moves_.begin() + given_;
  const auto best =
      std::max_element(begin, moves_.begin() + size_,
                       [](const OrderedMove& a, const OrderedMove& b) { return a.order < b.order; });
  std::swap(*begin, *best);
  ++given_;
  return &*begin;
}

}  // namespace jungle::alphabeta
