#include "tests/search/endings/solved_endings.hpp"

#include <stop_token>
#include <utility>

#include "core/movegen.hpp"
#include "search/alphabeta/player.hpp"
#include "search/mcts/search.hpp"
#include "search/tablebase/builder.hpp"
#include "search/uniform_evaluator.hpp"
#include "tests/support/random_positions.hpp"

namespace jungle::test {

SolvedEndings::SolvedEndings(const RuleSet& rules) : rules_(rules) {
  const auto built = build_tablebase(folder_.path(), rules, {.animals = 3, .threads = 2}, {}, {});
  JUNGLE_CHECK(built.has_value() && *built);
  const auto opened = Tablebase::open(folder_.path(), rules);
  JUNGLE_CHECK(opened.has_value());
  table_ = *opened;
}

Move SolvedEndings::best_move(const Game& game) const {
  const auto worth = [](const EndgameValue& value) {  // for the side that is to move there
    const int result = value.result_for_side_to_move;
    return result == 0 ? 0 : result * (1000 - value.plies);
  };
  MoveList moves;
  game.legal_moves(moves);
  Move best = moves[0];
  int least = 1001;
  for (const Move move : moves) {
    const int theirs = worth(value(game.position().after(move, game.rules())));
    if (theirs < least) {
      least = theirs;
      best = move;
    }
  }
  return best;
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
