#pragma once
// What a search tree is made of. Every value in a node is for the side to move *there*.
//
// The life of a node:
//   fresh     made as a lane of its parent's child blocks; no visit
//   pending   one descent has claimed it and its position is being judged; others that reach it turn back and
//             leave it as it is
//   open      evaluated: it has edges and at least one visit; visits = 1 + sum over its children
//             (at the root of a running shared search, once all threads have added their tallies)
//   resolved  its value is known: a terminal position (win, draw, loss), one that an endgame table
//             settles, or by the solver a win or a loss in so many plies. A node may be resolved while
//             fresh (a den can be entered), pending or open.
//
// Children are made on their first visit. Edges are sorted by falling prior, so the children of a node are
// always a prefix of its edges: child i is reached by edge i.
//
// Memory order: statistics are relaxed, since each is a number by itself and nothing is read through it.
// `state` and `EdgeList::created` publish what was written before them (release) to whoever reads them
// (acquire).

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "search/evaluator.hpp"
#include "search/mcts/edge.hpp"

namespace jungle {

using NodeId = std::uint32_t;  // the unit of its Siblings block, plus the lane; 0: none
using UnitId = std::uint32_t;  // of tree memory, see search/mcts/memory.hpp; 0: none

enum class Proof : std::uint8_t { kNone, kWin, kLoss, kDraw };  // kDraw: drawn here, whoever plays on

// Proof and distance in one byte, so that they change together. Whoever wins makes the last move: a side to
// move wins in an odd number of plies and loses in an even one, so half the plies tell all.
//
//   0 fresh, 1 pending, 2 open, 3 drawn
//   4 + n      lost in 2n plies
//   128 + n    won in 2n + 1 plies
class NodeState {
 public:
  static constexpr int kMaxDistance = 246;   // of a loss; longer ones read as this, longer wins as one more
  static constexpr std::uint8_t kWon = 128;  // this bit is set in wins only

  constexpr explicit NodeState(std::uint8_t bits = 0) : bits_(bits) {}
  static constexpr NodeState fresh() { return NodeState(0); }
  static constexpr NodeState pending() { return NodeState(1); }
  static constexpr NodeState open() { return NodeState(2); }
  static constexpr NodeState resolved(Proof proof, int plies_to_end) {
    const int half = std::min(plies_to_end, kMaxDistance + 1) / 2;
    return NodeState(static_cast<std::uint8_t>(proof == Proof::kWin    ? kWon + half
                                               : proof == Proof::kLoss ? kLost + half
                                                                       : kDrawn));
  }

  constexpr Proof proof() const {
    if (bits_ >= kWon) return Proof::kWin;
    if (bits_ >= kLost) return Proof::kLoss;
    return bits_ == kDrawn ? Proof::kDraw : Proof::kNone;
  }
  constexpr bool is_resolved() const { return bits_ >= kDrawn; }
  // 0 for a draw. Precondition: is_resolved().
  constexpr int plies_to_end() const {
    return bits_ >= kWon ? 2 * (bits_ - kWon) + 1 : bits_ >= kLost ? 2 * (bits_ - kLost) : 0;
  }
  constexpr std::uint8_t bits() const { return bits_; }
  constexpr bool operator==(const NodeState&) const = default;

 private:
  static constexpr std::uint8_t kDrawn = 3;
  static constexpr std::uint8_t kLost = 4;
  static_assert(kLost + kMaxDistance / 2 < kWon);

  std::uint8_t bits_;
};

// Up to four children of one parent, field by field. The first cache line is what choosing among them reads,
// whole lines of useful numbers; the second is for the one that is chosen.
struct alignas(128) Siblings {
  static constexpr unsigned kLanes = 4;
  template <typename T>
  using Lanes = std::array<std::atomic<T>, kLanes>;

  Lanes<std::int64_t> value_sum{};  // fixed point: integers add up alike in any order and never stick
  Lanes<std::uint32_t> visits{};
  Lanes<std::uint16_t> in_flight{};  // virtual visits: descents on their way through here
  Lanes<std::uint8_t> state{};       // NodeState
  std::atomic<UnitId> next{};        // block of the next four siblings

  Lanes<float> draw_mean{};
  Lanes<float> plies_left_mean{};
  Lanes<UnitId> edges{};     // an EdgeList
  Lanes<UnitId> children{};  // first Siblings block of the children
};
static_assert(sizeof(Siblings) == 128, "two cache lines");
static_assert(std::atomic<std::int64_t>::is_always_lock_free && std::atomic<float>::is_always_lock_free);

inline constexpr double kValueOne = 0x1p30;  // room for 2^33 visits
// Rounds as llrint() does, without the call. Precondition: |value| < 2^20.
inline std::int64_t to_fixed(float value) {
  constexpr double kInteger = 0x1.8p52;  // doubles of this size are the integers
  return std::bit_cast<std::int64_t>(static_cast<double>(value) * kValueOne + kInteger) -
         std::bit_cast<std::int64_t>(kInteger);
}
inline float from_fixed(std::int64_t sum) { return static_cast<float>(sum) * 0x1p-30F; }

// The edges of an open node, in order of falling prior (then of generation). 2 + 2 * count bytes, in a block
// of 32, 64 or 128.
struct EdgeList {
  static constexpr std::uint8_t kCreating = 0x80;  // set in `created` while one thread makes the next child

  std::uint8_t count = 0;
  std::atomic<std::uint8_t> created{0};  // children made so far
  std::array<Edge, kMaxMoves> edges;     // `count` of them are backed by memory

  static constexpr std::size_t bytes(int count) { return 2 + 2 * static_cast<std::size_t>(count); }
  static constexpr std::size_t block_bytes(int count) {
    return bytes(count) <= 32 ? 32 : bytes(count) <= 64 ? 64 : 128;
  }
  // Acquire: the blocks of these children and the links to them.
  int children() const { return created.load(std::memory_order_acquire) & ~kCreating; }

  // Shortcuts to the second child block, the third, ...: as many as fit into what the edges leave of their
  // block. Siblings::next leads to each as well, but only through all before it, and a search would wait for
  // memory once for each. Written before `created`.
  std::span<UnitId> later_blocks() { return {static_cast<UnitId*>(after_edges()), room_for_later_blocks()}; }
  std::span<const UnitId> later_blocks() const {
    return {static_cast<const UnitId*>(after_edges()), room_for_later_blocks()};
  }

 private:
  std::size_t after_edges_offset() const {
    return (bytes(count) + sizeof(UnitId) - 1) & ~(sizeof(UnitId) - 1);
  }
  std::size_t room_for_later_blocks() const {
    return (block_bytes(count) - after_edges_offset()) / sizeof(UnitId);
  }
  void* after_edges() { return reinterpret_cast<std::byte*>(this) + after_edges_offset(); }
  const void* after_edges() const { return reinterpret_cast<const std::byte*>(this) + after_edges_offset(); }
};
static_assert(sizeof(EdgeList) == EdgeList::bytes(kMaxMoves));

// kShared: several threads work on the tree, so an update is one atomic step. Otherwise a load and a store
// do, at no cost. All relaxed: see the head of this file.
template <bool kShared, typename T>
inline void add(std::atomic<T>& number, T more) {
  if constexpr (kShared) {
    number.fetch_add(more, std::memory_order_relaxed);
  } else {
    number.store(static_cast<T>(number.load(std::memory_order_relaxed) + more), std::memory_order_relaxed);
  }
}
// A load and a store even when shared: now and then a sample is lost to another thread's, which an estimate
// can bear, and an atomic step costs as much as the whole rest of a visit to a node.
inline void pull_mean(std::atomic<float>& mean, float sample, float weight) {
  const float before = mean.load(std::memory_order_relaxed);
  mean.store(before + (sample - before) * weight, std::memory_order_relaxed);
}

// A reference to one node.
class Node {
 public:
  Node(Siblings& block, unsigned lane) : block_(&block), lane_(lane) {}

  std::uint32_t visits() const { return block_->visits[lane_].load(std::memory_order_relaxed); }
  std::uint32_t in_flight() const { return block_->in_flight[lane_].load(std::memory_order_relaxed); }
  // Means over visits; precondition: visits() > 0.
  float mean_value() const {
    return from_fixed(block_->value_sum[lane_].load(std::memory_order_relaxed)) /
           static_cast<float>(visits());
  }
  float mean_plies_left() const { return block_->plies_left_mean[lane_].load(std::memory_order_relaxed); }
  Wdl mean_wdl() const {
    const float value = mean_value();
    // The value is exact; of the draws a shared tree loses a sample now and then.
    const float draw =
        std::min(block_->draw_mean[lane_].load(std::memory_order_relaxed), 1 - std::abs(value));
    return {(1 - draw + value) / 2, draw, (1 - draw - value) / 2};
  }

  NodeState state() const {
    return NodeState(state_ref().load(std::memory_order_acquire));
  }  // acquire: edges
  std::atomic<std::uint8_t>& state_ref() const { return block_->state[lane_]; }
  UnitId edges() const { return block_->edges[lane_].load(std::memory_order_relaxed); }  // after state()
  UnitId children() const {
    return block_->children[lane_].load(std::memory_order_relaxed);
  }  // after EdgeList::children()
  void set_edges(UnitId edges) {
    block_->edges[lane_].store(edges, std::memory_order_relaxed);
  }  // before state
  void set_children(UnitId children) {
    block_->children[lane_].store(children, std::memory_order_relaxed);
  }  // before created

  template <bool kShared>
  void add_visit(const Wdl& wdl, float plies_left) {
    add_visits<kShared>(1, to_fixed(wdl.value()), wdl.draw, plies_left);
  }
  // Several at once: the sum of their values, the means of the rest.
  template <bool kShared>
  void add_visits(std::uint32_t count, std::int64_t value_sum, float draw_mean, float plies_left_mean) {
    add<kShared>(block_->value_sum[lane_], value_sum);
    add<kShared>(block_->visits[lane_], count);
    const float weight = static_cast<float>(count) / static_cast<float>(visits());
    pull_mean(block_->draw_mean[lane_], draw_mean, weight);
    pull_mean(block_->plies_left_mean[lane_], plies_left_mean, weight);
  }
  void add_in_flight(int virtual_visits) const {
    block_->in_flight[lane_].fetch_add(static_cast<std::uint16_t>(virtual_visits), std::memory_order_relaxed);
  }

  // For the thread that has claimed the node: nobody else writes to a pending one, so stores do.
  void set_in_flight(int virtual_visits) const {
    block_->in_flight[lane_].store(static_cast<std::uint16_t>(virtual_visits), std::memory_order_relaxed);
  }
  void set_first_visit(const Wdl& wdl, float plies_left) {
    block_->value_sum[lane_].store(to_fixed(wdl.value()), std::memory_order_relaxed);
    block_->visits[lane_].store(1, std::memory_order_relaxed);
    block_->draw_mean[lane_].store(wdl.draw, std::memory_order_relaxed);
    block_->plies_left_mean[lane_].store(plies_left, std::memory_order_relaxed);
  }

 private:
  Siblings* block_;
  unsigned lane_;
};

}  // namespace jungle
