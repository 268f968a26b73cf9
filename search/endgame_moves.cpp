#include "search/endgame_moves.hpp"

#include <algorithm>

#include "core/game.hpp"
#include "core/movegen.hpp"

namespace jungle {

bool is_better(const EndgameValue& a, const EndgameValue& b) {
  if (a.result_for_side_to_move != b.result_for_side_to_move)
    return a.result_for_side_to_move > b.result_for_side_to_move;
  return a.result_for_side_to_move > 0 ? a.plies < b.plies : a.plies > b.plies;
}

std::optional<std::vector<ValuedMove>> valued_moves(const EndgameTable& table, const Position& position,
                                                    const RuleSet& rules) {
  std::vector<ValuedMove> valued;
  if (!board_outcome(position, rules).is_ongoing()) return valued;
  MoveList moves;
  generate_legal(position, rules, moves);
  for (const Move move : moves) {
    const auto after = table.probe(position.after(move, rules));
    if (!after) return std::nullopt;
    valued.push_back({move, before_move_to(*after)});
  }
  std::stable_sort(valued.begin(), valued.end(),
                   [](const ValuedMove& a, const ValuedMove& b) { return is_better(a.value, b.value); });
  return valued;
}

std::vector<Move> best_line(const EndgameTable& table, Position position, const RuleSet& rules,
                            int max_plies) {
  std::vector<Move> line;
  while (static_cast<int>(line.size()) < max_plies) {
    const auto moves = valued_moves(table, position, rules);
    if (!moves || moves->empty()) break;
    line.push_back(moves->front().move);
    position = position.after(line.back(), rules);
  }
  return line;
}

}  // namespace jungle
