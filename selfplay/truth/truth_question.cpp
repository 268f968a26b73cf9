#include "selfplay/truth/truth_question.hpp"

#include "core/game.hpp"
#include "core/movegen.hpp"
#include "core/util/check.hpp"

namespace jungle {

std::optional<TruthQuestion> truth_question(const EndgameTable& table, const RuleSet& rules,
                                            const Position& position) {
  JUNGLE_CHECK(board_outcome(position, rules).is_ongoing());
  const std::optional<EndgameValue> value = table.probe(position);
  if (!value) return std::nullopt;
  TruthQuestion question{.position = position, .moves = {}, .value = *value};
  generate_legal(position, rules, question.moves);
  for (int i = 0; i < question.moves.size(); ++i) {
    const auto after = table.probe(position.after(question.moves[i], rules));
    if (!after) return std::nullopt;
    question.by_move[static_cast<std::size_t>(i)] = before_move_to(*after);
  }
  return question;
}

}  // namespace jungle
