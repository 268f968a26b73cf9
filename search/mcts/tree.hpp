#pragma once
// A search tree and what is known of its root. The tree is a tree, never a graph: the draw rules look at the
// way a position was reached, so two ways are two nodes.
//
//   Tree tree(bytes, threads);
//   tree.set_root(game, /*reuse=*/true);           // keeps the subtree of the moves played since
//   tree.open_root(game, legal_moves, eval_result);
//
// Thread rule: hostile, but for what a running search does through Node, EdgeList and TreeMemory
// (search/mcts/worker.hpp).

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "core/game.hpp"
#include "core/util/random.hpp"
#include "search/evaluator.hpp"
#include "search/mcts/memory.hpp"
#include "search/mcts/params.hpp"
#include "search/mcts/root_spread.hpp"

namespace jungle {

class Tree {
 public:
  Tree(std::size_t bytes, int threads);

  // Makes the game's position the root: the matching node when this game continues, by any number of moves,
  // the last one and `reuse` is set; otherwise a fresh node. Then the root's statistics and, when it was
  // open, its edges are what they were.
  void set_root(const Game& game, bool reuse);
  void forget();

  // Completes the root with the evaluator's opinion of it: a fresh root is opened with its first visit; a
  // reused one keeps its visits and learns the exact priors, which nodes hold only roughly. Makes all its
  // children, so that noise may send descents anywhere; the ones that end the game at once (when `solver`)
  // are resolved. False: nothing was kept; the root is fresh, or memory had no room for a reused one's
  // children and it begins anew.
  bool open_root(const Game& game, const MoveList& legal_moves, const EvalResult& result, bool solver);
  // Mixes new noise into the priors that the search uses. Precondition: open_root() was called for this root.
  void add_root_noise(const MctsParams& params, Rng& rng);

  NodeId root_id() const { return root_; }
  Node root() const { return memory_.node(root_); }
  const EdgeList& root_edges() const { return memory_.edge_list(root().edges()); }
  Wdl raw_wdl() const { return raw_wdl_; }  // the evaluator's opinion, for the side to move
  float raw_plies_left() const { return raw_plies_left_; }
  // By edge of the root: as the evaluator gave them, and as the search uses them.
  std::span<const float> root_priors() const { return {priors_.data(), root_edges().count}; }
  std::span<const float> noisy_root_priors() const { return {noisy_priors_.data(), root_edges().count}; }
  RootSpread& spread() { return spread_; }

  // The child reached by edge `index` of `parent`. Precondition: it was made.
  NodeId child(Node parent, int index) const;
  // Makes room for child `index`, the next one of an open node. False: memory is full. The caller publishes
  // EdgeList::created.
  bool make_child(Node parent, int index, Allocator& allocator);

  TreeMemory& memory() { return memory_; }
  const TreeMemory& memory() const { return memory_; }
  Allocator& allocator(int thread) { return allocators_[static_cast<std::size_t>(thread)]; }

 private:
  bool continues_last_game(const Game& game) const;
  NodeId find(const Game& game) const;  // 0: not in the tree
  void move_root_to(NodeId node);
  void start_fresh();
  bool open_reused(const Game& game, const MoveList& legal_moves, const EvalResult& result);
  void open_fresh(const Game& game, const MoveList& legal_moves, const EvalResult& result);
  void resolve_wins_at_once(const Game& game);

  TreeMemory memory_;
  std::vector<Allocator> allocators_;  // one per thread
  NodeId root_ = 0;
  std::optional<Game> game_;  // that leads to the root
  std::array<float, kMaxMoves> priors_{};
  std::array<float, kMaxMoves> noisy_priors_{};
  Wdl raw_wdl_;
  float raw_plies_left_ = 0;
  RootSpread spread_;
};

// Writes an evaluated node's edges, sorted, into `block` (an EdgeList of legal_moves.size() edges) and hands
// it to the node. The caller publishes the node's state.
void write_edges(const TreeMemory& memory, Node node, UnitId block, const Position& position,
                 const MoveList& legal_moves, std::span<const float> priors);

// Does this legal move win at once: the enemy's den, or his last animal where that wins? Such moves are seen
// without a visit.
bool wins_at_once(const Position& position, const RuleSet& rules, Move move);
bool any_wins_at_once(const Position& position, const RuleSet& rules, const MoveList& legal_moves);

}  // namespace jungle
