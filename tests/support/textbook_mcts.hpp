#pragma once
// Monte Carlo tree search as a textbook has it: every node an object of its own on the heap, held by its
// parent's vector of shared pointers; one thread, one position at a time, no solver. It is what
// search/mcts is compared with, for what it finds (its formula is that of search/mcts/puct.hpp, unscaled)
// and for how fast. Clear before fast, but nothing in it is slow on purpose.
//
//   TextbookMcts search(evaluator, {.cpuct = 1.5F, .fpu_reduction = 0.2F});
//   const auto root = search.run(game, 200'000);
//   root->children[0]->visits

#include <memory>
#include <vector>

#include "core/game.hpp"
#include "search/evaluator.hpp"

namespace jungle::test {

struct TextbookNode {
  Move move;  // that leads here; none at the root
  float prior = 1;
  int visits = 0;
  double value_sum = 0;                                 // for the side to move at this node
  std::vector<std::shared_ptr<TextbookNode>> children;  // parallel to the legal moves once evaluated

  float mean_value() const { return static_cast<float>(value_sum) / static_cast<float>(visits); }
};

// Lets go of a tree, and has the allocator tidy up now what was freed: glibc leaves that, a quarter of a
// second for a tree of 200 000 visits, to whoever next asks for a large piece of memory. For those who
// measure.
void let_go(std::shared_ptr<const TextbookNode> root);

struct TextbookParams {
  float cpuct = 1.5F;
  float fpu_reduction = 0.2F;
};

class TextbookMcts {
 public:
  TextbookMcts(Evaluator& evaluator, const TextbookParams& params) : evaluator_(evaluator), params_(params) {}

  // The tree after `visits` visits of its root. Precondition: the game is ongoing.
  std::shared_ptr<const TextbookNode> run(const Game& game, int visits);

 private:
  TextbookNode& select(const TextbookNode& parent) const;
  float evaluate(TextbookNode& leaf, const Game& game);  // its value for the side to move

  Evaluator& evaluator_;
  TextbookParams params_;
};

}  // namespace jungle::test
