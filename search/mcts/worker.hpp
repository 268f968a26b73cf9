#pragma once
// One thread's part in a search: descents from the root to a leaf, and visits carried back up.
//
//   Worker<false> worker(tree, params, 0);
//   worker.start(game);
//   if (worker.descend(leaf) == Descent::kLeaf) {
//     evaluate leaf.request(worker.rules()) into result;
//     worker.complete(leaf, result);
//   }
//
// kShared: other workers are on the same tree. Then a descent leaves virtual visits on its way, which
// complete() takes away, and may have to turn back where another waits. Otherwise no update is atomic and
// nothing ever turns back.
//
// Nothing here allocates once the buffers have grown to the depth of the tree. Thread rule: hostile.

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "core/game.hpp"
#include "search/endgame_table.hpp"
#include "search/evaluator.hpp"
#include "search/mcts/line.hpp"
#include "search/mcts/params.hpp"
#include "search/mcts/root_tally.hpp"
#include "search/mcts/tree.hpp"

namespace jungle {

// A position to evaluate, and the way to it.
struct Leaf {
  std::vector<NodeId> path;  // root first
  std::optional<Position> position;
  MoveList legal_moves;
  int repetitions = 0;
  UnitId edges = 0;  // memory for its edges, taken beforehand: an evaluation is never in vain
  std::optional<EndgameValue> ending;  // won or lost, but not proven: instead of the evaluator's value

  EvalRequest request(const RuleSet& rules) const { return {&*position, &rules, &legal_moves, repetitions}; }
};

enum class Descent {
  kLeaf,        // claimed: evaluate it and call complete()
  kVisited,     // the leaf's value was known: the visit is complete
  kCollision,   // turned back where another worker is at work; no visit
  kMemoryFull,  // turned back; no visit
  kDeeper,      // never returned: the descent goes on
};

template <bool kShared>
class alignas(128) Worker {  // lines of its own: neighbours in a vector belong to other threads
 public:
  Worker(Tree& tree, const MctsParams& params, int thread);

  // Precondition: the tree's root is the game's position.
  void start(const Game& game) {
    line_.start(game);
    tally_ = RootTally();  // a search that failed left it as it was
  }
  const RuleSet& rules() const { return line_.rules(); }

  // Asks the endgame table about every move of the root, so that the nearest win is played and the furthest
  // loss. Precondition: the root is open, all its children are made, no other worker is at work.
  void prove_root();

  // Precondition: the root is open; without kShared, it is not resolved. With `root_edge` the way begins with
  // that edge of the root, which then has all its children; else, as everywhere below, PUCT chooses.
  Descent descend(Leaf& leaf, std::optional<int> root_edge = std::nullopt);
  // Opens the leaf and counts one visit on every node of its path.
  void complete(Leaf& leaf, const EvalResult& result);
  // Writes what is known only here of the root's visits. Call it when the search ends.
  void finish() { tally_.flush<kShared>(tree_.root(), tree_.spread()); }

 private:
  struct Value {  // for the side to move at the node it is at
    Wdl wdl;
    float plies_left;
    NodeState state;  // of that node, when it is resolved
  };
  Descent enter(NodeId id, Leaf& leaf);
  Descent step(Leaf& leaf);
  Descent follow(Node parent, const EdgeList& edges, int index, Leaf& leaf);
  Descent examine(Node node, Leaf& leaf);
  Descent resolve_leaf(Node node, NodeState state, Leaf& leaf);
  std::optional<EndgameValue> known_ending() const;
  bool holds(const EndgameValue& ending) const;
  void prove_root_move(Node child, Edge edge);
  Descent create_child(Node parent, EdgeList& edges, int index);
  bool claim(Node node);
  void unclaim(Node node);
  void leave(std::span<const NodeId> path);

  void first_visit(Node node, const Value& value);
  void visit(Node node, const Value& value);
  void back_up(std::span<const NodeId> path, Value value);
  void resolve(Node node, NodeState state);
  void prove_upward(std::span<const NodeId> path);
  NodeState proof_of_parent(Node parent, NodeState child) const;
  NodeState proof_by_losses(Node parent) const;
  Value value_of(NodeState state) const;
  Value passed_up(const Value& value) const;
  static Value value_of(const EndgameValue& ending);

  Tree& tree_;
  MctsParams params_;
  int thread_;
  int endgame_animals_;  // the most that the endgame table knows of; 0: there is no table
  float scale_ = 1;      // of exploration, during one descent
  RootTally tally_;
  DescentLine line_;                                          // at the root between descents
  std::array<float, NodeState::kMaxDistance + 2> discounts_;  // of a value so many plies away
};

extern template class Worker<false>;
extern template class Worker<true>;

}  // namespace jungle
