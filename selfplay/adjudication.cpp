#include "selfplay/adjudication.hpp"

#include <algorithm>

#include "search/endgame_proof.hpp"

namespace jungle {
namespace {

// Whether another board than the present one stood twice since the last capture.
bool another_board_stood_twice(const Game& game) {
  const int last = game.plies();
  const int first = std::max(last - game.position().plies_since_capture(), 0);
  for (int i = first; i < last; ++i) {
    const Position& board = game.position_at(i);
    if (board.same_board(game.position())) continue;
    for (int j = i + 2; j < last; j += 2)
      if (game.position_at(j).same_board(board)) return true;
  }
  return false;
}

}  // namespace

std::optional<EndgameValue> settled_value(const Game& game, const EndgameTable& table) {
  const Position& position = game.position();
  const std::optional<EndgameValue> value = table.probe(position);
  if (!value) return std::nullopt;
  const RuleSet& rules = game.rules();
  const auto spoilt = [&] {
    return rules.fields().repetition == Repetition::kThirdIsDraw && another_board_stood_twice(game);
  };
  const int left = plies_to_limit(rules, position.plies_since_capture(), game.plies());
  return holds_under_draw_rules(*value, left, spoilt) ? value : std::nullopt;
}

}  // namespace jungle
