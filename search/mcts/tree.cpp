#include "search/mcts/tree.hpp"

#include <algorithm>

#include "core/geometry.hpp"
#include "search/mcts/noise.hpp"

namespace jungle {

Tree::Tree(std::size_t bytes, int threads)
    : memory_(bytes), allocators_(static_cast<std::size_t>(threads), Allocator(memory_)) {}

void Tree::forget() {
  memory_.clear();
  for (Allocator& allocator : allocators_) allocator.forget();
  root_ = 0;
  game_.reset();
}

void Tree::start_fresh() {
  forget();
  root_ = allocators_.front().new_siblings();
  JUNGLE_CHECK(root_ != 0);
}

void Tree::set_root(const Game& game, bool reuse) {
  const NodeId found = reuse ? find(game) : 0;
  if (found == 0) {
    start_fresh();
  } else if (found != root_) {
    move_root_to(found);
  }
  game_ = game;
  spread_.restart();
}

bool Tree::continues_last_game(const Game& game) const {
  if (!game_ || game.plies() < game_->plies() || game.rules().fields() != game_->rules().fields() ||
      game.start_position() != game_->start_position())
    return false;
  return std::equal(game_->moves().begin(), game_->moves().end(), game.moves().begin());
}

NodeId Tree::find(const Game& game) const {
  if (root_ == 0 || !continues_last_game(game)) return 0;
  NodeId id = root_;
  for (int ply = game_->plies(); ply < game.plies(); ++ply) {
    const Node node = memory_.node(id);
    if (node.edges() == 0) return 0;
    const EdgeList& edges = memory_.edge_list(node.edges());
    id = 0;
    for (int i = 0; i < edges.children(); ++i) {
      const Edge edge = edges.edges[static_cast<std::size_t>(i)];
      if (edge.move(game.position_at(ply)) == game.moves()[static_cast<std::size_t>(ply)])
        id = child(node, i);
    }
    if (id == 0) return 0;
  }
  return memory_.node(id).edges() != 0 ? id : 0;  // without edges there is nothing to keep
}

// The new root gets a block of its own; all else that hung on the old one is dropped with it.
void Tree::move_root_to(NodeId node) {
  Allocator& allocator = allocators_.front();
  constexpr UnitId kLaneMask = Siblings::kLanes - 1;
  Siblings& from = memory_.siblings(node & ~kLaneMask);
  const UnitId lane = node & kLaneMask;
  const auto take = [lane](auto& lanes) { return lanes[lane].exchange({}, std::memory_order_relaxed); };
  const std::int64_t value_sum = take(from.value_sum);
  const std::uint32_t visits = take(from.visits);
  const float draw_mean = take(from.draw_mean);
  const float plies_left_mean = take(from.plies_left_mean);
  const UnitId edges = take(from.edges);
  const UnitId children = take(from.children);
  const std::uint8_t state = take(from.state);

  memory_.drop(root_ & ~kLaneMask);
  root_ = allocator.new_siblings();
  JUNGLE_CHECK(root_ != 0);  // the old root's block at least is free now
  Siblings& to = memory_.siblings(root_);
  to.value_sum[0] = value_sum;
  to.visits[0] = visits;
  to.draw_mean[0] = draw_mean;
  to.plies_left_mean[0] = plies_left_mean;
  to.edges[0] = edges;
  to.children[0] = children;
  to.state[0] = state;
}

bool Tree::open_root(const Game& game, const MoveList& legal_moves, const EvalResult& result, bool solver) {
  const bool kept = root().edges() != 0 && open_reused(game, legal_moves, result);
  if (!kept) open_fresh(game, legal_moves, result);
  noisy_priors_ = priors_;
  raw_wdl_ = result.wdl_for_side_to_move;
  raw_plies_left_ = result.plies_left;
  if (solver) resolve_wins_at_once(game);
  return kept;
}

// False: no room for all children.
bool Tree::open_reused(const Game& game, const MoveList& legal_moves, const EvalResult& result) {
  Node node = root();
  EdgeList& edges = memory_.edge_list(node.edges());
  for (int i = edges.children(); i < edges.count; ++i) {
    if (!make_child(node, i, allocators_.front())) return false;
    edges.created.store(static_cast<std::uint8_t>(i + 1), std::memory_order_relaxed);  // no other thread runs
  }
  for (int i = 0; i < edges.count; ++i) {
    const Move move = edges.edges[static_cast<std::size_t>(i)].move(game.position());
    const auto found = std::find(legal_moves.begin(), legal_moves.end(), move);
    JUNGLE_CHECK(found != legal_moves.end());
    priors_[static_cast<std::size_t>(i)] =
        result.priors[static_cast<std::size_t>(found - legal_moves.begin())];
  }
  return true;
}

void Tree::open_fresh(const Game& game, const MoveList& legal_moves, const EvalResult& result) {
  start_fresh();
  game_ = game;
  Allocator& allocator = allocators_.front();
  const UnitId block = allocator.new_edge_list(legal_moves.size());
  JUNGLE_CHECK(block != 0);
  Node node = root();
  write_edges(memory_, node, block, game.position(), legal_moves, result.priors);
  node.state_ref().store(NodeState::open().bits(), std::memory_order_relaxed);  // no other thread runs
  node.add_visit<false>(result.wdl_for_side_to_move, result.plies_left);
  JUNGLE_CHECK(open_reused(game, legal_moves, result));
}

void Tree::add_root_noise(const MctsParams& params, Rng& rng) {
  noisy_priors_ = priors_;
  mix_dirichlet_noise({noisy_priors_.data(), root_edges().count}, params.noise_fraction, params.noise_alpha,
                      rng);
}

// A root that wins at once is proven, and its winning move has one visit that says so.
void Tree::resolve_wins_at_once(const Game& game) {
  Node node = root();
  if (node.state().is_resolved()) return;
  const EdgeList& edges = root_edges();
  for (int i = 0; i < edges.count; ++i) {
    const Move move = edges.edges[static_cast<std::size_t>(i)].move(game.position());
    if (!wins_at_once(game.position(), game.rules(), move)) continue;
    Node winner = memory_.node(child(node, i));
    winner.state_ref().store(NodeState::resolved(Proof::kLoss, 0).bits(), std::memory_order_relaxed);
    winner.add_visit<false>({0, 0, 1}, 0);
    node.state_ref().store(NodeState::resolved(Proof::kWin, 1).bits(), std::memory_order_relaxed);
    node.add_visit<false>({1, 0, 0}, 1);
  }
}

NodeId Tree::child(Node parent, int index) const {
  UnitId block = parent.children();
  for (int skipped = 0; skipped + static_cast<int>(Siblings::kLanes) <= index; skipped += Siblings::kLanes)
    block = memory_.siblings(block).next.load(std::memory_order_relaxed);  // after EdgeList::children()
  return block + static_cast<UnitId>(index) % Siblings::kLanes;
}

bool Tree::make_child(Node parent, int index, Allocator& allocator) {
  if (index % static_cast<int>(Siblings::kLanes) != 0) return true;  // a lane of the last block is free
  const UnitId block = allocator.new_siblings();
  if (block == 0) return false;
  if (index == 0) {
    parent.set_children(block);
  } else {
    const NodeId last = child(parent, index - 1);
    memory_.siblings(last & ~(Siblings::kLanes - 1))
        .next.store(block, std::memory_order_relaxed);  // before `created`
    const std::span<UnitId> shortcuts = memory_.edge_list(parent.edges()).later_blocks();
    const std::size_t place = static_cast<std::size_t>(index) / Siblings::kLanes - 1;
    if (place < shortcuts.size()) shortcuts[place] = block;
  }
  return true;
}

void write_edges(const TreeMemory& memory, Node node, UnitId block, const Position& position,
                 const MoveList& legal_moves, std::span<const float> priors) {
  const auto count = static_cast<std::size_t>(legal_moves.size());
  std::array<std::uint8_t, kMaxMoves> order;
  for (std::size_t i = 0; i < count; ++i) {  // insertion sort: short, stable, and often sorted already
    std::size_t slot = i;
    for (; slot > 0 && priors[order[slot - 1]] < priors[i]; --slot) order[slot] = order[slot - 1];
    order[slot] = static_cast<std::uint8_t>(i);
  }
  std::array<Animal, kSquares> movers;  // by square
  for (const Animal animal : kAllAnimals) {
    const Bitboard square = position.animal(position.side_to_move(), animal);
    if (square.any()) movers[static_cast<std::size_t>(index(square.first()))] = animal;
  }
  EdgeList& edges = memory.edge_list(block);
  for (std::size_t i = 0; i < count; ++i) {
    const Move move = legal_moves[order[i]];
    edges.edges[i] = Edge(movers[static_cast<std::size_t>(index(move.from()))], move, priors[order[i]]);
  }
  node.set_edges(block);
}

bool wins_at_once(const Position& position, const RuleSet& rules, Move move) {
  const Side them = !position.side_to_move();
  if (move.to() == den_square(them)) return true;
  return rules.fields().capture_all == CaptureAll::kWin && position.occupied(them) == Bitboard(move.to());
}

bool any_wins_at_once(const Position& position, const RuleSet& rules, const MoveList& legal_moves) {
  const Side us = position.side_to_move();
  // Nearly always false, and cheap: the den is entered from a trap beside it.
  if ((position.occupied(us) & traps(!us)).empty() && position.occupied(!us).count() > 1) return false;
  return std::any_of(legal_moves.begin(), legal_moves.end(),
                     [&](Move move) { return wins_at_once(position, rules, move); });
}

}  // namespace jungle
