// The tree search against its plain form: the same visits at every node, and so the same search.

#include <algorithm>

#include <gtest/gtest.h>

#include "tests/search/mcts/support.hpp"
#include "tests/support/positions.hpp"
#include "tests/support/textbook_mcts.hpp"

namespace jungle {
namespace {

using test::TextbookMcts;
using test::TextbookNode;

// Made-up opinions in round binary numbers, which nodes of the tree hold exactly and whose sums are exact in
// any order: priors are powers of two, values multiples of 1/1024.
class RoundEvaluator final : public Evaluator {
 public:
  void evaluate(std::span<const EvalRequest> requests, std::span<EvalResult> results) override {
    for (std::size_t i = 0; i < requests.size(); ++i) {
      const Position& position = *requests[i].position;
      Rng rng({position.key(), static_cast<std::uint64_t>(requests[i].repetitions)});
      const float win = static_cast<float>(rng.below(513)) / 1024;
      const float loss = static_cast<float>(rng.below(513)) / 1024;
      results[i].wdl_for_side_to_move = {win, 1 - win - loss, loss};
      results[i].plies_left = 0;
      // Halve random shares of 1 until there is one for each move.
      std::vector<float> shares = {1};
      while (shares.size() < static_cast<std::size_t>(requests[i].legal_moves->size())) {
        const std::uint64_t halved = rng.below(shares.size());
        shares.push_back(shares[halved] /= 2);
      }
      std::copy(shares.begin(), shares.end(), results[i].priors.begin());
    }
  }
  int max_batch() const override { return 1; }
  std::uint64_t id() const override { return 78; }
  std::string description() const override { return "round"; }
};

// Children are found by their moves: the tree sorts them by prior.
void expect_same(const Tree& tree, Node node, const TextbookNode& plain, const Position& position,
                 const RuleSet& rules) {
  ASSERT_EQ(node.visits(), static_cast<std::uint32_t>(plain.visits));
  if (plain.visits == 0) return;
  ASSERT_EQ(node.mean_value(), plain.mean_value());
  if (plain.children.empty()) return;
  const EdgeList& edges = tree.memory().edge_list(node.edges());
  ASSERT_EQ(edges.count, plain.children.size());
  for (int i = 0; i < edges.children(); ++i) {
    const Move move = edges.edges[static_cast<std::size_t>(i)].move(position);
    const auto same_move = [&](const auto& child) { return child->move == move; };
    const auto found = std::find_if(plain.children.begin(), plain.children.end(), same_move);
    ASSERT_NE(found, plain.children.end());
    expect_same(tree, tree.memory().node(tree.child(node, i)), **found, position.after(move, rules), rules);
    if (testing::Test::HasFatalFailure()) return;
  }
}

TEST(MctsTextbook, VisitsOfThePlainFormAddUp) {
  RoundEvaluator evaluator;
  TextbookMcts search(evaluator, {});
  const auto root = search.run(Game(RuleSet()), 1000);
  ASSERT_EQ(root->visits, 1000);
  std::vector<const TextbookNode*> open = {root.get()};
  int visited = 0;
  while (!open.empty()) {
    const TextbookNode& node = *open.back();
    open.pop_back();
    ++visited;
    int sum = 1;
    for (const auto& child : node.children) {
      sum += child->visits;
      if (child->visits > 0) open.push_back(child.get());
    }
    EXPECT_TRUE(node.children.empty() || node.visits == sum);
  }
  EXPECT_GT(visited, 500);
}

TEST(MctsTextbook, OneThreadWithoutItsOwnIdeasGrowsTheSameTree) {
  const MctsParams params{.scale_by_spread = false, .solver = false, .memory_mb = 64};
  for (const test::FixedPosition& fixed : test::fixed_positions()) {
    SCOPED_TRACE(fixed.name);
    const Game game(fixed.rules(), fixed.position());
    constexpr int kVisits = 3000;
    RoundEvaluator evaluator;
    const auto plain = TextbookMcts(evaluator, {.cpuct = params.cpuct, .fpu_reduction = params.fpu_reduction})
                           .run(game, kVisits);

    std::vector<std::unique_ptr<Evaluator>> evaluators;
    evaluators.push_back(std::make_unique<RoundEvaluator>());
    MctsPlayer player(std::move(evaluators), {.params = params});
    player.choose_move(game, {.visits = kVisits}, {});
    expect_same(player.tree(), player.tree().root(), *plain, game.position(), game.rules());
    if (HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace jungle
