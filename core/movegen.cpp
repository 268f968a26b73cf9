#include "core/movegen.hpp"

#include "core/count.hpp"
#include "core/targets.hpp"

namespace jungle {

void generate_legal(const Position& position, const RuleSet& rules, MoveList& moves) {
  moves.clear();
  visit_targets(position, rules, [&](Animal, Bitboard from, Bitboard targets) {
    while (targets.any()) {
      const Square to = targets.pop_first();
      moves.push(Move(from.first(), to));
    }
  });
}

int count_legal(const Position& position, const RuleSet& rules) {
  return count_moves_of(position.side_to_move(), position, rules);
}

bool is_legal(const Position& position, const RuleSet& rules, Move move) {
  if (index(move.from()) >= kSquares || index(move.to()) >= kSquares) return false;
  bool legal = false;
  visit_targets(position, rules, [&](Animal, Bitboard from, Bitboard targets) {
    legal |= from.contains(move.from()) && targets.contains(move.to());
  });
  return legal;
}

Bitboard legal_targets(const Position& position, const RuleSet& rules, Animal animal) {
  Bitboard found;
  visit_targets(position, rules, [&](Animal visited, Bitboard, Bitboard targets) {
    if (visited == animal) found = targets;
  });
  return found;
}

}  // namespace jungle
