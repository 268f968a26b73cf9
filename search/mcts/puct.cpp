#include "search/mcts/puct.hpp"

#include <array>
#include <cmath>

namespace jungle {
namespace {

// The children under consideration, as columns, so that the arithmetic below compiles to vector code.
struct Candidates {
  alignas(64) std::array<float, kMaxMoves> visits;  // virtual ones included
  alignas(64) std::array<float, kMaxMoves> wins;    // sum of values for the chooser
  alignas(64) std::array<float, kMaxMoves> prior;
  alignas(64) std::array<float, kMaxMoves> score;
  int count = 0;
};

// Far below every true score: never chosen while any other move is left.
constexpr float kLost = -1e9F;

void gather_children(const TreeMemory& memory, UnitId first, int children, bool solver, Candidates& out) {
  UnitId block = first;
  for (int i = 0; i < children;) {
    const Siblings& siblings = memory.siblings(block);
    block = siblings.next.load(std::memory_order_relaxed);
    if (block != 0) __builtin_prefetch(&memory.siblings(block));
    for (unsigned lane = 0; lane < Siblings::kLanes && i < children; ++lane, ++i) {
      const auto at = static_cast<std::size_t>(i);
      const std::uint32_t waiting = siblings.in_flight[lane].load(std::memory_order_relaxed);
      const std::uint32_t visits = siblings.visits[lane].load(std::memory_order_relaxed) + waiting;
      out.visits[at] = static_cast<float>(visits);
      out.wins[at] =
          -from_fixed(siblings.value_sum[lane].load(std::memory_order_relaxed)) - static_cast<float>(waiting);
      const NodeState state(
          siblings.state[lane].load(std::memory_order_relaxed));  // relaxed: only this byte is used
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
  gather_children(memory, parent.children(), children, params.solver, candidates);
  int count = children;
  if (children < edges.count) {
    const auto next = static_cast<std::size_t>(count++);
    candidates.visits[next] = candidates.wins[next] = candidates.score[next] = 0;
  }
  for (int i = 0; i < count; ++i) {
    const auto at = static_cast<std::size_t>(i);
    candidates.prior[at] = root_priors.empty() ? edges.edges[at].prior() : root_priors[at];
  }

  float visited_mass = 0;
  for (int i = 0; i < count; ++i) {
    const auto at = static_cast<std::size_t>(i);
    visited_mass += candidates.visits[at] > 0 ? candidates.prior[at] : 0;
  }
  const float unvisited_value = parent.mean_value() - params.fpu_reduction * scale * std::sqrt(visited_mass);
  const float exploration =
      params.cpuct * scale * std::sqrt(static_cast<float>(parent.visits() + parent.in_flight()));
  for (int i = 0; i < count; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const float visits = candidates.visits[at];
    const float value = visits > 0 ? candidates.wins[at] / std::max(visits, 1.0F) : unvisited_value;
    candidates.score[at] += value + exploration * candidates.prior[at] / (1 + visits);
  }

  int best = kNoChild;
  float best_score = kLost / 2;
  for (int i = 0; i < count; ++i) {
    if (candidates.score[static_cast<std::size_t>(i)] > best_score) {
      best = i;
      best_score = candidates.score[static_cast<std::size_t>(i)];
    }
  }
  return best;
}

}  // namespace jungle
