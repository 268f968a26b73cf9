#include "search/mcts/root_report.hpp"

#include <algorithm>
#include <cmath>

#include "search/mcts/move_choice.hpp"

namespace jungle {
namespace {

constexpr std::size_t kLongestLine = 128;

RootMove report(const Tree& tree, Node parent, const EdgeList& edges, int index, const Position& position,
                float value_discount = 1) {
  const Edge edge = edges.edges[static_cast<std::size_t>(index)];
  const Node child = tree.memory().node(tree.child(parent, index));
  RootMove move{.move = edge.move(position), .visits = child.visits(), .prior = edge.prior()};
  const NodeState state = child.state();
  move.proven = -proven_value(state);
  if (move.proven != 0) {
    move.plies_to_end = state.plies_to_end() + 1;
    move.mean_value = discounted(move.proven, move.plies_to_end, value_discount);
  } else if (move.visits > 0) {
    move.mean_value = -child.mean_value();
  }
  return move;
}

}  // namespace

int proven_value(NodeState state) {
  return state.proof() == Proof::kWin ? 1 : state.proof() == Proof::kLoss ? -1 : 0;
}

float discounted(int proven_value, int plies_to_end, float value_discount) {
  return static_cast<float>(proven_value) * std::pow(value_discount, static_cast<float>(plies_to_end));
}

std::vector<RootMove> root_moves(const Tree& tree, const Game& game, const MoveList& legal_moves,
                                 float value_discount) {
  std::vector<RootMove> moves(static_cast<std::size_t>(legal_moves.size()));
  const EdgeList& edges = tree.root_edges();
  for (int i = 0; i < edges.count; ++i) {
    RootMove move = report(tree, tree.root(), edges, i, game.position(), value_discount);
    move.prior = tree.root_priors()[static_cast<std::size_t>(i)];
    const auto found = std::find(legal_moves.begin(), legal_moves.end(), move.move);
    moves[static_cast<std::size_t>(found - legal_moves.begin())] = move;
  }
  return moves;
}

std::vector<Move> principal_variation(const Tree& tree, const Game& game, Move first) {
  std::vector<Move> line = {first};
  Game along = game;
  Node node = tree.root();
  while (line.size() < kLongestLine) {
    const EdgeList& edges = tree.memory().edge_list(node.edges());
    int next = -1;
    for (int i = 0; i < edges.children(); ++i)
      if (edges.edges[static_cast<std::size_t>(i)].move(along.position()) == line.back()) next = i;
    if (next < 0) break;
    along.play(line.back());
    node = tree.memory().node(tree.child(node, next));
    if (node.edges() == 0 || !along.outcome().is_ongoing()) break;

    const EdgeList& replies = tree.memory().edge_list(node.edges());
    RootMove best;
    for (int i = 0; i < replies.children(); ++i) {
      const RootMove reply = report(tree, node, replies, i, along.position());
      if ((reply.visits > 0 || reply.proven != 0) && (best.move.is_none() || better_root_move(reply, best)))
        best = reply;
    }
    if (best.move.is_none()) break;
    line.push_back(best.move);
  }
  return line;
}

}  // namespace jungle
