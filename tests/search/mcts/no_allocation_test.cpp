// A program of its own, since it replaces the global operator new to count its calls.

#include <atomic>
#include <cstdlib>
#include <new>

#include <gtest/gtest.h>

#include "search/mcts/pool.hpp"
#include "search/mcts/worker.hpp"
#include "search/uniform_evaluator.hpp"

namespace {

std::atomic<long> allocations{0};

void* counted(std::size_t size, std::size_t alignment) {
  ++allocations;
  void* memory = std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
  if (memory == nullptr) std::abort();
  return memory;
}

}  // namespace

// GCC sees free() in an inlined delete and does not see that new is malloc().
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

void* operator new(std::size_t size) { return counted(size, alignof(std::max_align_t)); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  return counted(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

namespace jungle {
namespace {

TEST(MctsAllocation, NoneFromRootToLeafAndBackOnceWarm) {
  UniformEvaluator evaluator;
  const Game game{RuleSet()};
  MoveList moves;
  game.legal_moves(moves);
  Tree tree(std::size_t{32} << 20, 1);
  tree.set_root(game, false);
  EvalResult result;
  const EvalRequest root_request{&game.position(), &game.rules(), &moves, 0};
  evaluator.evaluate({&root_request, 1}, {&result, 1});
  tree.open_root(game, moves, result, true);

  Worker<false> worker(tree, {}, 0);
  worker.start(game);
  Leaf leaf;
  const auto visit = [&] {
    if (worker.descend(leaf) != Descent::kLeaf) return;
    const EvalRequest request = leaf.request(worker.rules());
    evaluator.evaluate({&request, 1}, {&result, 1});
    worker.complete(leaf, result);
  };
  visit();
  const long before = allocations;
  EXPECT_GT(before, 0) << "the counter counts";
  for (int i = 0; i < 20000; ++i) visit();
  EXPECT_EQ(allocations, before);
  EXPECT_EQ(tree.root().visits(), 20002U);
}

TEST(MctsAllocation, NoneInAStepOfThePoolOnceWarm) {
  UniformEvaluator evaluator;
  SearchPool pool(evaluator, {.memory_mb = 64}, 16);
  for (int slot = 0; slot < 16; ++slot) pool.start(slot, Game(RuleSet()), {.visits = 1000});
  for (int i = 0; i < 3; ++i) pool.step();
  const long before = allocations;
  for (int i = 0; i < 500; ++i) ASSERT_TRUE(pool.step().empty());
  EXPECT_EQ(allocations, before);
}

}  // namespace
}  // namespace jungle
