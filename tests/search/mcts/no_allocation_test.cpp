// A program of its own, since it replaces the global operator new to count its calls.

#include <gtest/gtest.h>

#include "core/notation.hpp"
#include "search/caching_evaluator.hpp"
#include "search/mcts/pool.hpp"
#include "search/mcts/worker.hpp"
#include "search/uniform_evaluator.hpp"
#include "tests/search/mcts/support.hpp"
#include "tests/support/allocation_probe.hpp"

namespace jungle {
namespace {

using test::AllocationProbe;
using test::allocations_of;

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
  EXPECT_GT(allocations_of(visit), 0) << "the counter counts";
  EXPECT_EQ(allocations_of([&] {
              for (int i = 0; i < 20000; ++i) visit();
            }),
            0);
  EXPECT_EQ(tree.root().visits(), 20002U);
}

TEST(MctsAllocation, NoneInAStepOfThePoolOnceWarm) {
  UniformEvaluator evaluator;
  SearchPool pool(evaluator, {.memory_mb = 64}, 16);
  for (int slot = 0; slot < 16; ++slot) pool.start(slot, Game(RuleSet()), {.visits = 1000});
  for (int i = 0; i < 3; ++i) pool.step();
  EXPECT_EQ(allocations_of([&] {
              for (int i = 0; i < 500; ++i) EXPECT_TRUE(pool.step().empty());
            }),
            0);
}

// Says of every ending that it is won, but too far away to be sure; or that it is drawn.
class SomeEndings final : public EndgameTable {
 public:
  int max_animals() const override { return 4; }
  std::optional<EndgameValue> probe(const Position& position) const override {
    if (position.key() % 8 == 0) return EndgameValue{0, 0};
    return EndgameValue{position.key() % 2 == 0 ? 1 : -1, 500};
  }
};

TEST(MctsAllocation, NoneInAStepOfThePoolOnceWarmWithAnEndgameTable) {
  UniformEvaluator evaluator;
  const SomeEndings endings;
  SearchPool pool(evaluator, {.memory_mb = 64, .endgame_table = &endings}, 16);
  const Game game(RuleSet().with_max_plies(400), *parse_position("7/7/2r4/7/3l3/7/7/5T1/R6 r 0 1"));
  for (int slot = 0; slot < 16; ++slot) pool.start(slot, game, {.visits = 100000});
  for (int i = 0; i < 3; ++i) pool.step();
  EXPECT_EQ(allocations_of([&] {
              for (int i = 0; i < 300; ++i) EXPECT_TRUE(pool.step().empty());
            }),
            0);
}

TEST(MctsAllocation, NoneInASearchOnceWarmWithACacheAndWithTwoThreads) {
  for (const int threads : {1, 2}) {
    std::vector<AllocationProbe*> probes;
    std::vector<std::unique_ptr<Evaluator>> evaluators;
    for (int i = 0; i < threads; ++i) {
      auto caching = std::make_unique<CachingEvaluator>(std::make_unique<test::HashEvaluator>(), 8);
      auto probe = std::make_unique<AllocationProbe>(std::move(caching));
      probes.push_back(probe.get());
      evaluators.push_back(std::move(probe));
    }
    MctsPlayer player(std::move(evaluators), {.params = {.memory_mb = 64}});
    player.set_reports({.lines = 3, .on_report = {}});  // told in the end: nothing is made on the way
    player.choose_move(Game(RuleSet()), {.visits = 10000}, {});
    long calls = 0;
    for (const AllocationProbe* probe : probes) {
      EXPECT_EQ(probe->allocations(), 0);
      calls += probe->calls();
    }
    EXPECT_GT(calls, 2 * threads * AllocationProbe::kWarmAfter);
  }
}

}  // namespace
}  // namespace jungle
