#include "tests/support/textbook_mcts.hpp"

#include <cmath>
#include <cstdlib>

#include "core/util/check.hpp"

namespace jungle::test {

void let_go(std::shared_ptr<const TextbookNode> root) {
  root.reset();
  void* volatile large = std::malloc(4096);  // volatile: or the compiler sees that it is for nothing
  std::free(large);
}

std::shared_ptr<const TextbookNode> TextbookMcts::run(const Game& game, int visits) {
  JUNGLE_CHECK(game.outcome().is_ongoing());
  auto root = std::make_shared<TextbookNode>();
  Game line = game;
  std::vector<TextbookNode*> path;
  for (int visit = 0; visit < visits; ++visit) {
    path.assign(1, root.get());
    while (!path.back()->children.empty()) {
      TextbookNode& child = select(*path.back());
      line.play(child.move);
      path.push_back(&child);
    }
    float value = evaluate(*path.back(), line);
    for (std::size_t i = path.size(); i-- > 0; value = -value) {
      path[i]->value_sum += value;
      ++path[i]->visits;
    }
    while (line.plies() > game.plies()) line.undo();
  }
  return root;
}

// Of equal scores the higher prior wins, then the earlier move.
TextbookNode& TextbookMcts::select(const TextbookNode& parent) const {
  float visited_mass = 0;
  for (const auto& child : parent.children) visited_mass += child->visits > 0 ? child->prior : 0;
  const float unvisited_value = parent.mean_value() - params_.fpu_reduction * std::sqrt(visited_mass);
  const float exploration = params_.cpuct * std::sqrt(static_cast<float>(parent.visits));

  TextbookNode* best = nullptr;
  float best_score = 0;
  for (const auto& child : parent.children) {
    const float value = child->visits > 0 ? -child->mean_value() : unvisited_value;
    const float score = value + exploration * child->prior / (1 + static_cast<float>(child->visits));
    if (best == nullptr || score > best_score || (score == best_score && child->prior > best->prior)) {
      best = child.get();
      best_score = score;
    }
  }
  return *best;
}

float TextbookMcts::evaluate(TextbookNode& leaf, const Game& game) {
  if (const Outcome outcome = game.outcome(); !outcome.is_ongoing())
    return static_cast<float>(outcome.value_for(game.side_to_move()));
  MoveList moves;
  game.legal_moves(moves);
  const EvalRequest request{&game.position(), &game.rules(), &moves, game.repetitions()};
  EvalResult result;
  evaluator_.evaluate({&request, 1}, {&result, 1});
  leaf.children.reserve(static_cast<std::size_t>(moves.size()));
  for (int i = 0; i < moves.size(); ++i) {
    auto child = std::make_shared<TextbookNode>();
    child->move = moves[i];
    child->prior = result.priors[static_cast<std::size_t>(i)];
    leaf.children.push_back(std::move(child));
  }
  return result.wdl_for_side_to_move.value();
}

}  // namespace jungle::test
