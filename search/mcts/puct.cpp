#include "search/mcts/puct.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace jungle {
namespace {

constexpr std::size_t kLanes = Siblings::kLanes;

// The children under consideration as columns, so that the arithmetic compiles to straight vector code.
// Places without a child are children without a visit.
template <std::size_t kWidth>
struct Candidates {
  alignas(64) std::array<std::int64_t, kWidth> value_sum{};
  alignas(64) std::array<std::uint32_t, kWidth> visits{};
  alignas(64) std::array<std::int32_t, kWidth> state{};
  alignas(64) std::array<float, kWidth> prior{};
};

// Four children at a time. Relaxed: each number is used by itself.
template <bool kShared, std::size_t kWidth>
void gather(const TreeMemory& memory, UnitId block, int children, Candidates<kWidth>& out) {
  for (std::size_t at = 0; at < static_cast<std::size_t>(children); at += kLanes) {
    const Siblings& siblings = memory.siblings(block);
    if constexpr (kShared) {
      for (std::size_t lane = 0; lane < kLanes; ++lane) {
        const std::uint32_t waiting = siblings.in_flight[lane].load(std::memory_order_relaxed);
        out.visits[at + lane] = siblings.visits[lane].load(std::memory_order_relaxed) + waiting;
        out.value_sum[at + lane] = siblings.value_sum[lane].load(std::memory_order_relaxed) +
                                   static_cast<std::int64_t>(waiting) * to_fixed(1);
        out.state[at + lane] = siblings.state[lane].load(std::memory_order_relaxed);
      }
    } else {  // no other thread: four atomic loads are one plain copy
      std::memcpy(&out.value_sum[at], &siblings.value_sum, sizeof siblings.value_sum);
      std::memcpy(&out.visits[at], &siblings.visits, sizeof siblings.visits);
      std::array<std::uint8_t, kLanes> state;
      std::memcpy(&state, &siblings.state, sizeof state);
      for (std::size_t lane = 0; lane < kLanes; ++lane) out.state[at + lane] = state[lane];
    }
    block = siblings.next.load(std::memory_order_relaxed);  // after EdgeList::children()
  }
}

// The prior mass of the children with a visit. Added up as integers, which come to the same in any order.
template <std::size_t kWidth>
float visited_mass(const Candidates<kWidth>& candidates) {
  std::int32_t mass = 0;
  for (std::size_t at = 0; at < kWidth; ++at) {
    const float prior = candidates.visits[at] > 0 ? candidates.prior[at] : 0;
    const float in_range =
        prior <= 1 ? std::max(prior, 0.0F) : 1;  // the root's may be anything, not a number too
    mass += static_cast<std::int32_t>(in_range * 0x1p24F);
  }
  return static_cast<float>(mass) * 0x1p-24F;
}

// Integers in the order of the floats, which compilers find the largest of faster. What is not a number gets
// a place like any other: whatever an evaluator said, a node with a move that isn't lost has a child to go
// to.
constexpr std::int32_t kLostKey = std::numeric_limits<std::int32_t>::min();
std::int32_t key_of(float score) {
  const auto bits = std::bit_cast<std::int32_t>(score + 0.0F);  // -0 becomes 0
  return std::max(bits ^ ((bits >> 31) & 0x7fffffff), kLostKey + 1);
}

template <std::size_t kWidth>
int best_of(const Candidates<kWidth>& candidates, int count, bool solver, float unvisited_value,
            float exploration) {
  alignas(64) std::array<std::int32_t, kWidth> keys;
  const std::int32_t won_bit = solver ? NodeState::kWon : 0;
  for (std::size_t at = 0; at < kWidth; ++at) {
    const auto visits = static_cast<float>(candidates.visits[at]);
    const float wins = -from_fixed(candidates.value_sum[at]);
    const float mean = wins / std::max(visits, 1.0F);
    const float value = visits > 0 ? mean : unvisited_value;
    const std::int32_t key = key_of(value + exploration * candidates.prior[at] / (1 + visits));
    const bool lost = (candidates.state[at] & won_bit) != 0;
    const bool beyond = static_cast<std::int32_t>(at) >= count;
    keys[at] = (lost | beyond) ? kLostKey : key;
  }
  std::int32_t best = kLostKey;
  for (std::size_t at = 0; at < kWidth; ++at) best = std::max(best, keys[at]);
  if (best == kLostKey) return kNoChild;
  std::uint32_t places = 0;
  for (std::size_t at = 0; at < kWidth; ++at) places |= (keys[at] == best ? 1U : 0U) << at;
  return std::countr_zero(places);
}

template <bool kShared, std::size_t kWidth>
int select(const TreeMemory& memory, Node parent, const EdgeList& edges, int children,
           std::span<const float> root_priors, const MctsParams& params, float scale) {
  // Not in a function of its own: GCC takes one that only prefetches for one that does nothing, and drops it.
  const std::span<const UnitId> later_blocks = edges.later_blocks();
  const std::size_t made = std::min(static_cast<std::size_t>(children - 1) / kLanes, later_blocks.size());
  for (std::size_t i = 0; i < made; ++i) memory.prefetch_siblings(later_blocks[i]);

  Candidates<kWidth> candidates;
  gather<kShared>(memory, parent.children(), children, candidates);
  const int count = std::min<int>(children + 1, edges.count);
  for (std::size_t at = 0; at < static_cast<std::size_t>(count); ++at)
    candidates.prior[at] = root_priors.empty() ? edges.edges[at].prior() : root_priors[at];

  std::uint32_t visits = 1;
  for (std::size_t at = 0; at < kWidth; ++at) visits += candidates.visits[at];
  std::uint32_t visited = 0;
  for (std::size_t at = 0; at < kWidth; ++at) visited += candidates.visits[at] > 0 ? 1 : 0;
  float unvisited_value = 0;
  if (visited < edges.count)
    unvisited_value =
        parent.mean_value() - params.fpu_reduction * scale * std::sqrt(visited_mass(candidates));
  const float exploration = params.cpuct * scale * std::sqrt(static_cast<float>(visits));
  return best_of(candidates, count, params.solver, unvisited_value, exploration);
}

}  // namespace

template <bool kShared>
int select_child(const TreeMemory& memory, Node parent, const EdgeList& edges,
                 std::span<const float> root_priors, const MctsParams& params, float scale) {
  const int children = edges.children();
  if (children == 0) return 0;
  return children < 16 ? select<kShared, 16>(memory, parent, edges, children, root_priors, params, scale)
                       : select<kShared, 32>(memory, parent, edges, children, root_priors, params, scale);
}

template int select_child<false>(const TreeMemory&, Node, const EdgeList&, std::span<const float>,
                                 const MctsParams&, float);
template int select_child<true>(const TreeMemory&, Node, const EdgeList&, std::span<const float>,
                                const MctsParams&, float);

}  // namespace jungle
