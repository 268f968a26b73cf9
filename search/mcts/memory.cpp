#include "search/mcts/memory.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <new>

#include "core/util/huge_pages.hpp"

namespace jungle {
namespace {

constexpr std::size_t kMinBlocks = 64;  // a root with all its children, and something to search
// Few, so that small trees stay small; enough to make the lock rare.
constexpr std::size_t kBlocksARefill = 16;
// Smaller trees keep small pages: many of them share a pool's memory, and a huge page is touched whole.
constexpr std::size_t kHugeTree = 32 * kHugePage;

}  // namespace

TreeMemory::TreeMemory(std::size_t bytes)
    : capacity_(std::clamp(bytes / sizeof(Block), kMinBlocks,
                           std::size_t{std::numeric_limits<UnitId>::max()} / kBlockUnits)),
      blocks_(std::make_unique_for_overwrite<Block[]>(capacity_)) {
  const std::size_t size = capacity_ * sizeof(Block);
  if (size >= kHugeTree) advise_huge_pages(blocks_.get(), size);
}

bool TreeMemory::refill(Allocator& allocator) {
  const MutexLock lock(mutex_);
  std::size_t found = 0;
  for (; found < kBlocksARefill; ++found) {
    if (dead_ != 0) {
      const UnitId block = dead_;
      dead_ = siblings(block).next.load(std::memory_order_relaxed);
      take_apart(block, allocator);
      allocator.push(Allocator::kClasses - 1, block);
    } else if (touched_ < capacity_) {
      allocator.push(Allocator::kClasses - 1, static_cast<UnitId>(touched_++ * kBlockUnits));
    } else {
      break;
    }
  }
  // The blocks of the next refill: they come from far away, and are written as soon as they are given out.
  for (std::size_t next = touched_; next < std::min(touched_ + kBlocksARefill, capacity_); ++next) {
    __builtin_prefetch(blocks_[next].bytes, 1);
    __builtin_prefetch(blocks_[next].bytes + sizeof(Block) / 2, 1);
  }
  return found > 0;
}

// Relaxed throughout: whoever dropped the blocks stopped all other threads first, and the lock orders the
// rest.
void TreeMemory::take_apart(UnitId block, Allocator& allocator) {
  const Siblings& dead = siblings(block);
  for (unsigned lane = 0; lane < Siblings::kLanes; ++lane) {
    const UnitId edges = dead.edges[lane].load(std::memory_order_relaxed);
    if (edges != 0) allocator.free_edge_list(edges, edge_list(edges).count);
    const UnitId children = dead.children[lane].load(std::memory_order_relaxed);
    if (children != 0) drop_locked(children);
  }
}

void TreeMemory::drop(UnitId chain) {
  const MutexLock lock(mutex_);
  drop_locked(chain);
}

void TreeMemory::drop_locked(UnitId chain) {
  UnitId last = chain;
  while (const UnitId next = siblings(last).next.load(std::memory_order_relaxed)) last = next;
  siblings(last).next.store(dead_, std::memory_order_relaxed);
  dead_ = chain;
}

void TreeMemory::clear() {
  const MutexLock lock(mutex_);
  touched_ = 1;
  dead_ = 0;
}

UnitId Allocator::new_siblings() {
  const UnitId block = pop(kClasses - 1);
  if (block != 0) ::new (memory_->address(block)) Siblings();
  return block;
}

UnitId Allocator::new_edge_list(int count) {
  const UnitId block = pop(size_class(EdgeList::block_bytes(count)));
  if (block != 0) {
    EdgeList& list = memory_->edge_list(block);
    list.count = static_cast<std::uint8_t>(count);
    list.created.store(0, std::memory_order_relaxed);  // published with the node's state
  }
  return block;
}

UnitId Allocator::pop(int size_class) {
  UnitId& first = free_[static_cast<std::size_t>(size_class)];
  if (first == 0) {
    if (size_class == kClasses - 1) {
      if (!memory_->refill(*this)) return 0;
    } else {
      const UnitId whole = pop(size_class + 1);
      if (whole == 0) return 0;
      const UnitId half = UnitId{1} << size_class;
      if (first == 0) {  // a refill may have brought smaller blocks along
        push(size_class, whole + half);
        push(size_class, whole);
      } else {
        push(size_class + 1, whole);
      }
    }
  }
  const UnitId block = first;
  std::memcpy(&first, memory_->address(block), sizeof first);
  return block;
}

void Allocator::push(int size_class, UnitId block) {
  UnitId& first = free_[static_cast<std::size_t>(size_class)];
  std::memcpy(memory_->address(block), &first, sizeof first);
  first = block;
}

}  // namespace jungle
