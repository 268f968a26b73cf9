#include "search/mcts/memory.hpp"

#include <set>

#include <gtest/gtest.h>

namespace jungle {
namespace {

TEST(MctsMemory, BlocksDoNotOverlap) {
  TreeMemory memory(1 << 16);
  Allocator allocator(memory);
  std::set<UnitId> taken;
  const auto take = [&](UnitId first, std::size_t bytes) {
    for (std::size_t unit = 0; unit * TreeMemory::kUnitBytes < bytes; ++unit)
      ASSERT_TRUE(taken.insert(first + static_cast<UnitId>(unit)).second);
  };
  for (int count = 1;; count = count % kMaxMoves + 1) {
    const UnitId edges = allocator.new_edge_list(count);
    if (edges == 0) break;
    take(edges, EdgeList::bytes(count));
    EXPECT_EQ(memory.edge_list(edges).count, count);
    const UnitId siblings = allocator.new_siblings();
    if (siblings == 0) break;
    take(siblings, sizeof(Siblings));
    EXPECT_EQ(siblings % Siblings::kLanes, 0U);
  }
  EXPECT_EQ(memory.touched_bytes(), memory.capacity_bytes());
}

TEST(MctsMemory, ADroppedSubtreeIsUsedAgainWhole) {
  TreeMemory memory(1 << 16);
  Allocator allocator(memory);
  // A chain of blocks, each the child of the last one, with edges: until memory is full.
  const auto fill = [&] {
    int blocks = 0;
    UnitId top = 0;
    for (;;) {
      const UnitId edges = allocator.new_edge_list(20);
      const UnitId siblings = edges == 0 ? 0 : allocator.new_siblings();
      if (siblings == 0) break;
      memory.siblings(siblings).children[3] = top;
      memory.siblings(siblings).edges[1] = edges;
      top = siblings;
      ++blocks;
    }
    memory.drop(top);
    return blocks;
  };
  const int first = fill();
  EXPECT_GT(first, 300);
  for (int i = 0; i < 3; ++i) EXPECT_GE(fill(), first - 1);
}

TEST(MctsMemory, IsNotTouchedBeforeItIsNeeded) {
  TreeMemory memory(std::size_t{1} << 30);
  Allocator allocator(memory);
  EXPECT_NE(allocator.new_siblings(), 0U);
  EXPECT_LT(memory.touched_bytes(), 1U << 14);
}

}  // namespace
}  // namespace jungle
