#include "tests/search/endings/solved_endings.hpp"

#include <stop_token>
#include <utility>

#include "search/alphabeta/player.hpp"
#include "search/endgame_moves.hpp"
#include "search/mcts/search.hpp"
#include "search/uniform_evaluator.hpp"
#include "tests/support/random_positions.hpp"

namespace jungle::test {

Move SolvedEndings::best_move(const Game& game) const {
  return valued_moves(table(), game.position(), game.rules())->front().move;
}

RuleSet without_draw_rules(std::string_view preset) {
  RuleFields fields = RuleSet::preset(preset)->fields();
  fields.repetition = Repetition::kNone;
  fields.no_capture_draw_plies = 0;
  fields.max_plies = 0;
  return {std::string(preset), fields};
}

std::vector<Position> random_endings(const RuleSet& rules, int count, int animals, Rng& rng) {
  std::vector<Position> positions;
  positions.reserve(static_cast<std::size_t>(count));
  while (static_cast<int>(positions.size()) < count) {
    const Position position = random_sparse_position(rng);
    if (position.occupied().count() <= animals && Game(rules, position).outcome().is_ongoing())
      positions.push_back(position);
  }
  return positions;
}

std::unique_ptr<Player> make_searcher(Search search, const EndgameTable* table) {
  if (search == Search::kAlphaBeta)
    return std::make_unique<AlphaBetaPlayer>("ab", AlphaBetaParams{.table_mb = 1, .endgame_table = table});
  std::vector<std::unique_ptr<Evaluator>> evaluators;
  evaluators.push_back(std::make_unique<UniformEvaluator>());
  if (search == Search::kTreeOfTwoThreads) evaluators.push_back(std::make_unique<UniformEvaluator>());
  return std::make_unique<MctsPlayer>(std::move(evaluators),
                                      MctsPlayerOptions{.params = {.memory_mb = 16, .endgame_table = table}});
}

Claim claim_of(const Decision& decision) {
  if (decision.root_moves.empty()) return {};
  return {decision.root_moves.front().proven, decision.root_moves.front().plies_to_end};
}

}  // namespace jungle::test
