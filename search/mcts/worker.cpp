#include "search/mcts/worker.hpp"

#include <algorithm>
#include <cmath>

#include "search/endgame_proof.hpp"
#include "search/mcts/puct.hpp"

namespace jungle {
namespace {

Proof proof_of(int result) { return result > 0 ? Proof::kWin : result < 0 ? Proof::kLoss : Proof::kDraw; }

// Precondition: the outcome is not ongoing.
Proof proof_of(Outcome outcome, Side side_to_move) { return proof_of(outcome.value_for(side_to_move)); }

NodeState state_of(const EndgameValue& ending) {
  return NodeState::resolved(proof_of(ending.result_for_side_to_move), ending.plies);
}

}  // namespace

template <bool kShared>
Descent Worker<kShared>::descend(Leaf& leaf, std::optional<int> root_edge) {
  leaf.path.clear();
  leaf.path.reserve(DescentLine::kReservedPlies);
  scale_ = params_.scale_by_spread ? tree_.spread().scale() : 1;
  Descent descent = enter(tree_.root_id(), leaf);
  if (root_edge && descent == Descent::kDeeper)
    descent = follow(tree_.root(), tree_.root_edges(), *root_edge, leaf);
  while (descent == Descent::kDeeper) descent = step(leaf);
  line_.rewind();
  if (descent == Descent::kCollision || descent == Descent::kMemoryFull) leave(leaf.path);
  return descent;
}

// Comes to a node and finds out what can be done there.
template <bool kShared>
Descent Worker<kShared>::enter(NodeId id, Leaf& leaf) {
  const Node node = tree_.memory().node(id);
  const NodeState state = node.state();
  if (state == NodeState::fresh()) {
    if (!claim(node)) return Descent::kCollision;
    leaf.path.push_back(id);
    return examine(node, leaf);
  }
  if (state == NodeState::pending()) return Descent::kCollision;
  // The root bears no virtual visits: nobody chooses it.
  if constexpr (kShared)
    if (!leaf.path.empty()) node.add_in_flight(params_.virtual_visits);
  leaf.path.push_back(id);
  if (!state.is_resolved()) return Descent::kDeeper;
  if (node.edges() != 0) {  // resolved behind this descent's back: a visit here would have no child
    prove_upward(leaf.path);
    return Descent::kCollision;
  }
  const Value value = value_of(state);
  visit(node, value);
  back_up(leaf.path, value);
  return Descent::kVisited;
}

// From an open node, the last of the path, to one of its children.
template <bool kShared>
Descent Worker<kShared>::step(Leaf& leaf) {
  const NodeId id = leaf.path.back();
  const Node node = tree_.memory().node(id);
  EdgeList& edges = tree_.memory().edge_list(node.edges());
  const bool at_root = id == tree_.root_id();
  const std::span<const float> priors = at_root ? tree_.noisy_root_priors() : std::span<const float>();
  const int index = select_child<kShared>(tree_.memory(), node, edges, priors, params_, scale_);
  if (index == kNoChild) {  // all moves lost: another worker is about to write it down
    resolve(node, proof_by_losses(node));
    prove_upward(leaf.path);
    return Descent::kCollision;
  }
  if (index >= edges.children()) {
    const Descent made = create_child(node, edges, index);
    if (made != Descent::kDeeper) return made;
  }
  return follow(node, edges, index, leaf);
}

// By an edge of the path's last node whose child was made.
template <bool kShared>
Descent Worker<kShared>::follow(Node parent, const EdgeList& edges, int index, Leaf& leaf) {
  const NodeId child = tree_.child(parent, index);
  tree_.memory().prefetch_children(child);
  const Edge edge = edges.edges[static_cast<std::size_t>(index)];
  line_.play(edge.animal(), edge.move(line_.position()));
  return enter(child, leaf);
}

// Precondition: the node was seen fresh.
template <bool kShared>
bool Worker<kShared>::claim(Node node) {
  if constexpr (kShared) {
    std::uint8_t fresh = NodeState::fresh().bits();
    // Acquire: the visits in flight that unclaim() took back.
    if (!node.state_ref().compare_exchange_strong(fresh, NodeState::pending().bits(),
                                                  std::memory_order_acquire))
      return false;
    node.set_in_flight(params_.virtual_visits);
  }
  return true;
}

template <bool kShared>
void Worker<kShared>::unclaim(Node node) {
  if constexpr (kShared) {
    node.set_in_flight(0);
    node.state_ref().store(NodeState::fresh().bits(), std::memory_order_release);  // the line above
  }
}

template <bool kShared>
Descent Worker<kShared>::create_child(Node parent, EdgeList& edges, int index) {
  auto expected = static_cast<std::uint8_t>(index);
  const auto creating = static_cast<std::uint8_t>(index | EdgeList::kCreating);
  if constexpr (kShared) {
    // Acquire: the links that the last creator wrote.
    if (!edges.created.compare_exchange_strong(expected, creating, std::memory_order_acquire))
      return (expected & ~EdgeList::kCreating) > index ? Descent::kDeeper : Descent::kCollision;
  }
  const bool made = tree_.make_child(parent, index, tree_.allocator(thread_));
  // Release: the child's block and the link to it.
  edges.created.store(static_cast<std::uint8_t>(index + (made ? 1 : 0)), std::memory_order_release);
  return made ? Descent::kDeeper : Descent::kMemoryFull;
}

// The claimed node stands for the line's last position: over, won at once, or to be evaluated.
template <bool kShared>
Descent Worker<kShared>::examine(Node node, Leaf& leaf) {
  const Position& position = line_.position();
  const DescentLine::Judgement judgement = line_.judge(leaf.legal_moves);
  if (!judgement.outcome.is_ongoing()) {
    const Proof proof = proof_of(judgement.outcome, position.side_to_move());
    return resolve_leaf(node, NodeState::resolved(proof, 0), leaf);
  }
  if (params_.solver && any_wins_at_once(position, rules(), leaf.legal_moves)) {
    return resolve_leaf(node, NodeState::resolved(Proof::kWin, 1), leaf);
  }
  leaf.ending = known_ending();
  if (leaf.ending && holds(*leaf.ending)) return resolve_leaf(node, state_of(*leaf.ending), leaf);
  leaf.edges = tree_.allocator(thread_).new_edge_list(leaf.legal_moves.size());
  if (leaf.edges == 0) {
    unclaim(node);
    leaf.path.pop_back();
    return Descent::kMemoryFull;
  }
  leaf.position = position;
  leaf.repetitions = judgement.repetitions;
  return Descent::kLeaf;
}

template <bool kShared>
Descent Worker<kShared>::resolve_leaf(Node node, NodeState state, Leaf& leaf) {
  const Value value = value_of(state);
  first_visit(node, value);
  resolve(node, state);
  back_up(leaf.path, value);
  return Descent::kVisited;
}

// Of the line's last position; nothing without a table.
template <bool kShared>
std::optional<EndgameValue> Worker<kShared>::known_ending() const {
  if (line_.position().occupied().count() > endgame_animals_) return std::nullopt;
  return params_.endgame_table->probe(line_.position());
}

template <bool kShared>
bool Worker<kShared>::holds(const EndgameValue& ending) const {
  return holds_under_draw_rules(ending, line_.plies_to_limit(),
                                [this] { return line_.another_board_stood_twice(); });
}

template <bool kShared>
void Worker<kShared>::prove_root() {
  if (!params_.solver || line_.position().occupied().count() > endgame_animals_) return;
  Node root = tree_.root();
  const EdgeList& edges = tree_.root_edges();
  std::optional<Node> win;   // the nearest
  std::optional<Node> loss;  // the furthest
  for (int i = 0; i < edges.count; ++i) {
    const Node child = tree_.memory().node(tree_.child(root, i));
    prove_root_move(child, edges.edges[static_cast<std::size_t>(i)]);
    const NodeState state = child.state();
    const int plies = state.plies_to_end();
    if (state.proof() == Proof::kLoss && (!win || plies < win->state().plies_to_end())) win = child;
    if (state.proof() == Proof::kWin && (!loss || plies > loss->state().plies_to_end())) loss = child;
  }
  const NodeState proven =
      win ? NodeState::resolved(Proof::kWin, win->state().plies_to_end() + 1) : proof_by_losses(root);
  if (!proven.is_resolved()) return;
  root.state_ref().store(proven.bits(), std::memory_order_relaxed);  // no other thread runs
  Node& best = win ? *win : *loss;
  if (best.visits() > 0) return;
  const Value value = value_of(best.state());  // as after Tree::open_root(): one visit says so
  best.add_visit<false>(value.wdl, value.plies_left);
  root.add_visit<false>(value_of(proven).wdl, value.plies_left + 1);
}

// What was visited before keeps what was found then: the way to it is the same, and so is the answer.
template <bool kShared>
void Worker<kShared>::prove_root_move(Node child, Edge edge) {
  if (child.state() != NodeState::fresh()) return;
  line_.play(edge.animal(), edge.move(line_.position()));
  MoveList legal_moves;
  const Outcome outcome = line_.judge(legal_moves).outcome;
  if (!outcome.is_ongoing()) {
    resolve(child, NodeState::resolved(proof_of(outcome, line_.position().side_to_move()), 0));
  } else if (const auto ending = known_ending(); ending && holds(*ending)) {
    resolve(child, state_of(*ending));
  }
  line_.rewind();
}

template <bool kShared>
void Worker<kShared>::complete(Leaf& leaf, const EvalResult& result) {
  const Node node = tree_.memory().node(leaf.path.back());
  const Value value = leaf.ending ? value_of(*leaf.ending)
                                  : Value{result.wdl_for_side_to_move, result.plies_left, NodeState::open()};
  write_edges(tree_.memory(), node, leaf.edges, *leaf.position, leaf.legal_moves, result.priors);
  first_visit(node, value);
  node.state_ref().store(NodeState::open().bits(), std::memory_order_release);  // the edges, the visit
  back_up(leaf.path, value);
}

// Of a claimed node, before its state is published.
template <bool kShared>
void Worker<kShared>::first_visit(Node node, const Value& value) {
  node.set_first_visit(value.wdl, value.plies_left);
  if constexpr (kShared) node.set_in_flight(0);
}

// Counts a visit, in the place of the virtual ones.
template <bool kShared>
void Worker<kShared>::visit(Node node, const Value& value) {
  node.add_visit<kShared>(value.wdl, value.plies_left);
  if constexpr (kShared) node.add_in_flight(-params_.virtual_visits);
}

// Carries the value of the path's last node, where the visit is counted already, up to the root.
template <bool kShared>
void Worker<kShared>::back_up(std::span<const NodeId> path, Value value) {
  for (std::size_t i = path.size() - 1; i-- > 0;) {
    const Node parent = tree_.memory().node(path[i]);
    const NodeState proven = proof_of_parent(parent, value.state);
    if (proven.is_resolved()) {
      resolve(parent, proven);
      value = value_of(proven);
    } else {
      value = passed_up(value);
    }
    if (i > 0) visit(parent, value);
  }
  tally_.add<kShared>(value.wdl, value.plies_left, tree_.root(), tree_.spread());
}

template <bool kShared>
void Worker<kShared>::leave(std::span<const NodeId> path) {
  if constexpr (kShared)
    for (std::size_t i = 1; i < path.size(); ++i)
      tree_.memory().node(path[i]).add_in_flight(-params_.virtual_visits);
}

// Sequentially consistent, as are the loads of proof_by_losses(): of two workers that resolve the last two
// children of a node at once, one must see both.
template <bool kShared>
void Worker<kShared>::resolve(Node node, NodeState state) {
  if (!state.is_resolved() || node.state().is_resolved()) return;
  node.state_ref().store(state.bits(), std::memory_order_seq_cst);
}

template <bool kShared>
void Worker<kShared>::prove_upward(std::span<const NodeId> path) {
  for (std::size_t i = path.size(); i-- > 1;) {
    const Node parent = tree_.memory().node(path[i - 1]);
    const NodeState proven = proof_of_parent(parent, tree_.memory().node(path[i]).state());
    if (!proven.is_resolved()) return;
    resolve(parent, proven);
  }
}

// What a child's state proves of its parent; unresolved: nothing.
template <bool kShared>
NodeState Worker<kShared>::proof_of_parent(Node parent, NodeState child) const {
  if (!params_.solver) return NodeState::open();
  if (child.proof() == Proof::kLoss) return NodeState::resolved(Proof::kWin, child.plies_to_end() + 1);
  return child.proof() == Proof::kWin ? proof_by_losses(parent) : NodeState::open();
}

// A loss when every move leads to the enemy's win; the longest of them counts.
template <bool kShared>
NodeState Worker<kShared>::proof_by_losses(Node parent) const {
  const EdgeList& edges = tree_.memory().edge_list(parent.edges());
  if (edges.children() < edges.count) return NodeState::open();
  int longest = 0;
  UnitId block = parent.children();
  for (int i = 0; i < edges.count;) {
    const Siblings& siblings = tree_.memory().siblings(block);
    for (unsigned lane = 0; lane < Siblings::kLanes && i < edges.count; ++lane, ++i) {
      const NodeState state(siblings.state[lane].load(std::memory_order_seq_cst));
      if (state.proof() != Proof::kWin) return NodeState::open();
      longest = std::max(longest, state.plies_to_end());
    }
    block = siblings.next.load(std::memory_order_relaxed);  // after EdgeList::children()
  }
  return NodeState::resolved(Proof::kLoss, longest + 1);
}

template <bool kShared>
typename Worker<kShared>::Value Worker<kShared>::value_of(NodeState state) const {
  const int plies = state.plies_to_end();
  const float certain = discounts_[static_cast<std::size_t>(plies)];
  Wdl wdl{0, 1, 0};
  if (state.proof() == Proof::kWin) wdl = {certain, 1 - certain, 0};
  if (state.proof() == Proof::kLoss) wdl = {0, 1 - certain, certain};
  return {wdl, static_cast<float>(plies), state};
}

template <bool kShared>
typename Worker<kShared>::Value Worker<kShared>::value_of(const EndgameValue& ending) {
  const float certain = certainty_of_unproven(ending.plies);
  const Wdl win{certain, 1 - certain, 0};
  return {ending.result_for_side_to_move > 0 ? win : win.flipped(), static_cast<float>(ending.plies),
          NodeState::open()};
}

// The child's value as the parent sees it. Discounting moves mass from wins and losses to draws.
template <bool kShared>
typename Worker<kShared>::Value Worker<kShared>::passed_up(const Value& value) const {
  Wdl wdl = value.wdl.flipped();
  if (params_.value_discount < 1) {
    wdl.win *= params_.value_discount;
    wdl.loss *= params_.value_discount;
    wdl.draw = 1 - wdl.win - wdl.loss;
  }
  const bool known = value.state.is_resolved() || value.plies_left > 0;
  return {wdl, known ? value.plies_left + 1 : 0, NodeState::open()};
}

template <bool kShared>
Worker<kShared>::Worker(Tree& tree, const MctsParams& params, int thread)
    : tree_(tree),
      params_(params),
      thread_(thread),
      endgame_animals_(params.endgame_table != nullptr ? params.endgame_table->max_animals() : 0) {
  for (std::size_t plies = 0; plies < discounts_.size(); ++plies)
    discounts_[plies] = std::pow(params_.value_discount, static_cast<float>(plies));
}

template class Worker<false>;
template class Worker<true>;

}  // namespace jungle
