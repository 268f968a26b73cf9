#pragma once
// The memory of one search tree: a fixed range of 32-byte units, addressed by 32-bit index, touched only as
// far as it was ever needed. Nothing is given back to the system while a tree lives, so a long game reaches a
// plateau and stays there.
//
// Blocks have 1, 2 or 4 units. A subtree that is dropped costs nothing at first: its blocks are taken apart
// one by one when memory is asked for.
//
// Thread rule: TreeMemory is safe where it says so; an Allocator belongs to one thread.

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "core/util/thread_safety.hpp"
#include "search/mcts/node.hpp"

namespace jungle {

class Allocator;

class TreeMemory {
 public:
  static constexpr std::size_t kUnitBytes = 32;
  static constexpr UnitId kBlockUnits = 4;

  explicit TreeMemory(std::size_t bytes);  // at least 64 blocks

  Siblings& siblings(UnitId block) const { return *static_cast<Siblings*>(address(block)); }
  EdgeList& edge_list(UnitId block) const { return *static_cast<EdgeList*>(address(block)); }
  Node node(NodeId id) const { return {siblings(id & ~(Siblings::kLanes - 1)), id & (Siblings::kLanes - 1)}; }
  // Starts loading what a choice among the node's children reads first. A tree is far larger than the caches.
  void prefetch_children(NodeId id) const {
    const Node parent = node(id);
    __builtin_prefetch(address(parent.edges()));
    prefetch_siblings(parent.children());
  }
  // Both lines: the second is for the one that is chosen.
  void prefetch_siblings(UnitId block) const {
    __builtin_prefetch(address(block));
    __builtin_prefetch(address(block + kBlockUnits / 2));
  }
  void* address(UnitId unit) const {
    return blocks_[unit / kBlockUnits].bytes + unit % kBlockUnits * kUnitBytes;
  }

  // Gives the allocator some free blocks. False: there are none left. Safe.
  bool refill(Allocator& allocator);

  // Drops a chain of sibling blocks and all below them. Not while others search.
  void drop(UnitId siblings);
  // Forgets everything at once; every allocator must be forgotten with it.
  void clear();

  std::size_t touched_bytes() const {
    const MutexLock lock(mutex_);
    return touched_ * sizeof(Block);
  }
  std::size_t capacity_bytes() const { return capacity_ * sizeof(Block); }

 private:
  struct alignas(128) Block {
    std::byte bytes[kBlockUnits * kUnitBytes];
  };
  void take_apart(UnitId siblings, Allocator& allocator) JUNGLE_REQUIRES(mutex_);
  void drop_locked(UnitId siblings) JUNGLE_REQUIRES(mutex_);

  std::size_t capacity_;
  std::unique_ptr<Block[]> blocks_;
  alignas(64) mutable Mutex mutex_;  // and what it guards: apart from what every thread reads all the time
  std::size_t touched_ JUNGLE_GUARDED_BY(mutex_) = 1;  // blocks; block 0 is "none"
  UnitId dead_ JUNGLE_GUARDED_BY(mutex_) = 0;          // dropped sibling blocks, chained by `next`
};

// The free blocks of one thread, apart from those of the others.
class alignas(64) Allocator {
 public:
  explicit Allocator(TreeMemory& memory) : memory_(&memory) {}

  UnitId new_siblings();            // all lanes fresh; 0: memory is full
  UnitId new_edge_list(int count);  // 0: memory is full
  void free_edge_list(UnitId block, int count) { push(size_class(EdgeList::block_bytes(count)), block); }
  void forget() { free_ = {}; }

 private:
  friend class TreeMemory;
  static constexpr int kClasses = 3;  // blocks of 1, 2, 4 units
  // Of a block of 32, 64 or 128 bytes.
  static constexpr int size_class(std::size_t block_bytes) {
    return std::countr_zero(block_bytes / TreeMemory::kUnitBytes);
  }
  UnitId pop(int size_class);
  void push(int size_class, UnitId block);

  TreeMemory* memory_;
  std::array<UnitId, kClasses> free_{};  // first of each list; a free block begins with the index of the next
};

}  // namespace jungle
