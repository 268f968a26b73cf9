#include "search/mcts/puct.hpp"

#include <array>
#include <cmath>

namespace jungle {
namespace {

// The children under consideration, as columns of one fixed length, so that the arithmetic below compiles to
// straight vector code. Places past `count` hold kLost and are never chosen.
struct Candidates {
  alignas(64) std::array<float, kMaxMoves> visits{};  // virtual ones included
  alignas(64) std::array<float, kMaxMoves> wins{};    // sum of values for the chooser
  alignas(64) std::array<float, kMaxMoves> prior{};
  alignas(64) std::array<float, kMaxMoves> score;
};

// Far below every true score.
constexpr float kLost = -1e9F;

void gather_children(const TreeMemory& memory, UnitId first, int children, bool solver, Candidates& out) {
  UnitId block = first;
  for (int i = 0; i < children;) {
    const Siblings& siblings = memory.siblings(block);
    block = siblings.next.load(std::memory_order_relaxed);  // block 0 may be touched: it is nobody's
    __builtin_prefetch(&memory.siblings(block));
    for (unsigned lane = 0; lane < Siblings::kLanes && i < children; ++lane, ++i) {
      const auto at = static_cast<std::size_t>(i);
      const std::uint32_t waiting = siblings.in_flight[lane].load(std::memory_order_relaxed);
      const std::uint32_t visits = siblings.visits[lane].load(std::memory_order_relaxed) + waiting;
      out.visits[at] = static_cast<float>(visits);
      out.wins[at] =
          -from_fixed(siblings.value_sum[lane].load(std::memory_order_relaxed)) - static_cast<float>(waiting);
      // Relaxed: only this byte is used.
      const NodeState state(siblings.state[lane].load(std::memory_order_relaxed));
      out.score[at] = solver && state.proof() == Proof::kWin ? kLost : 0;
    }
  }
}

}  // namespace

int select_child(const TreeMemory& memory, Node parent, const EdgeList& edges,
                 std::span<const float> root_priors, const MctsParams& params, float scale) {
  const int children = edges.children();
  if (children == 0) return 0;
  Candidates candidates;
  candidates.score.fill(kLost);
  gather_children(memory, parent.children(), children, params.solver, candidates);
  int count = children;
  if (children < edges.count) candidates.score[static_cast<std::size_t>(count++)] = 0;
  for (int i = 0; i < count; ++i) {
    const auto at = static_cast<std::size_t>(i);
    candidates.prior[at] = root_priors.empty() ? edges.edges[at].prior() : root_priors[at];
  }

  float visited_mass = 0;
  for (int i = 0; i < children; ++i) {
    const auto at = static_cast<std::size_t>(i);
    visited_mass += candidates.visits[at] > 0 ? candidates.prior[at] : 0;
  }
  const float unvisited_value = parent.mean_value() - params.fpu_reduction * scale * std::sqrt(visited_mass);
  const float exploration =
      params.cpuct * scale * std::sqrt(static_cast<float>(parent.visits() + parent.in_flight()));
  for (std::size_t at = 0; at < kMaxMoves; ++at) {
    const float visits = candidates.visits[at];
    const float mean = candidates.wins[at] / std::max(visits, 1.0F);
    const float value = visits > 0 ? mean : unvisited_value;
    candidates.score[at] += value + exploration * candidates.prior[at] / (1 + visits);
  }

  int best = kNoChild;
  float best_score = kLost / 2;
  for (int i = 0; i < count; ++i) {
    // "Not below" also takes what is not a number: whatever an evaluator said, a node with a move that isn't
    // lost has a child to go to, and a descent gets somewhere.
    if (!(candidates.score[static_cast<std::size_t>(i)] <= best_score)) {
      best = i;
      best_score = candidates.score[static_cast<std::size_t>(i)];
    }
  }
  return best;
}

}  // namespace jungle
