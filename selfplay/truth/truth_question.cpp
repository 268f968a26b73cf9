#include "selfplay/truth/truth_question.hpp"

#include "core/game.hpp"
#include "core/movegen.hpp"
#include "core/util/check.hpp"

namespace jungle {
namespace {

// Of a position that a move has led to. How a finished game ended the table need not be asked.
std::optional<EndgameValue> value_after(const EndgameTable& table, const RuleSet& rules,
                                        const Position& position) {
  const Outcome outcome = board_outcome(position, rules);
  if (outcome.is_ongoing()) return table.probe(position);
  return EndgameValue{.result_for_side_to_move = outcome.value_for(position.side_to_move()), .plies = 0};
}

// The same, seen by who made the move.
EndgameValue seen_by_mover(const EndgameValue& after) {
  const int result = -after.result_for_side_to_move;
  return {.result_for_side_to_move = result, .plies = result == 0 ? 0 : after.plies + 1};
}

}  // namespace

std::optional<TruthQuestion> truth_question(const EndgameTable& table, const RuleSet& rules,
                                            const Position& position) {
  JUNGLE_CHECK(board_outcome(position, rules).is_ongoing());
  const std::optional<EndgameValue> value = table.probe(position);
  if (!value) return std::nullopt;
  TruthQuestion question{.position = position, .moves = {}, .value = *value};
  generate_legal(position, rules, question.moves);
  for (int i = 0; i < question.moves.size(); ++i) {
    const auto after = value_after(table, rules, position.after(question.moves[i], rules));
    if (!after) return std::nullopt;
    question.by_move[static_cast<std::size_t>(i)] = seen_by_mover(*after);
  }
  return question;
}

}  // namespace jungle
