#include "search/mcts/root_report.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

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

// May the node's edges be read? Its state first: while a search runs, that is what publishes them.
bool has_edges(Node node) {
  const NodeState state = node.state();
  return state != NodeState::fresh() && state != NodeState::pending() && node.edges() != 0;
}

// The child of a node with edges that `move` leads to; none when it was not made.
std::optional<Node> child_by(const Tree& tree, Node parent, Move move, const Position& position) {
  const EdgeList& edges = tree.memory().edge_list(parent.edges());
  const int children = edges.children();
  for (int i = 0; i < children; ++i)
    if (edges.edges[static_cast<std::size_t>(i)].move(position) == move)
      return tree.memory().node(tree.child(parent, i));
  return std::nullopt;
}

// The best move of a node with edges; none when no child was visited.
Move best_reply(const Tree& tree, Node node, const Position& position) {
  const EdgeList& replies = tree.memory().edge_list(node.edges());
  const int children = replies.children();
  RootMove best;
  for (int i = 0; i < children; ++i) {
    const RootMove reply = report(tree, node, replies, i, position);
    if ((reply.visits > 0 || reply.proven != 0) && (best.move.is_none() || better_root_move(reply, best)))
      best = reply;
  }
  return best.move;
}

Wdl seen_by_parent(Node child) {
  const Proof proof = child.state().proof();
  if (proof == Proof::kLoss) return {1, 0, 0};
  if (proof == Proof::kWin) return {0, 0, 1};
  return child.visits() > 0 ? child.mean_wdl().flipped() : Wdl();
}

}  // namespace

int proven_value(NodeState state) {
  return state.proof() == Proof::kWin ? 1 : state.proof() == Proof::kLoss ? -1 : 0;
}

float discounted(int proven_value, int plies_to_end, float value_discount) {
  return static_cast<float>(proven_value) * std::pow(value_discount, static_cast<float>(plies_to_end));
}

RootMove root_move(const Tree& tree, const Position& position, int edge, float value_discount) {
  RootMove move = report(tree, tree.root(), tree.root_edges(), edge, position, value_discount);
  move.prior = tree.root_priors()[static_cast<std::size_t>(edge)];  // a node holds it only roughly
  return move;
}

std::vector<RootMove> root_moves(const Tree& tree, const Game& game, const MoveList& legal_moves,
                                 float value_discount) {
  std::vector<RootMove> moves(static_cast<std::size_t>(legal_moves.size()));
  const EdgeList& edges = tree.root_edges();
  for (int i = 0; i < edges.count; ++i) {
    const RootMove move = root_move(tree, game.position(), i, value_discount);
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
    const std::optional<Node> next = child_by(tree, node, line.back(), along.position());
    if (!next) break;
    along.play(line.back());
    node = *next;
    if (!has_edges(node) || !along.outcome().is_ongoing()) break;
    const Move reply = best_reply(tree, node, along.position());
    if (reply.is_none()) break;
    line.push_back(reply);
  }
  return line;
}

std::vector<SearchLine> best_lines(const Tree& tree, const Game& game, std::span<const RootMove> best_first,
                                   int count) {
  std::vector<SearchLine> lines;
  for (const RootMove& root : best_first) {
    if (static_cast<int>(lines.size()) >= count) break;
    const std::optional<Node> child = child_by(tree, tree.root(), root.move, game.position());
    if (!child || (root.visits == 0 && root.proven == 0)) continue;
    const float plies = root.visits > 0 ? child->mean_plies_left() : 0;
    lines.push_back({.root = root,
                     .wdl_for_side_to_move = seen_by_parent(*child),
                     .plies_left = root.proven != 0 ? static_cast<float>(root.plies_to_end)
                                   : plies > 0      ? plies + 1
                                                    : 0,
                     .moves = principal_variation(tree, game, root.move)});
  }
  return lines;
}

}  // namespace jungle
