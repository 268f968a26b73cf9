#pragma once
// Sequential halving at the root, written down as the paper's pseudo-code has it (Danihelka et al., 2022,
// algorithm 2): loops over phases, rounds and moves, every score computed anew. What
// search/mcts/sequential_halving is compared with.

#include <functional>
#include <vector>

#include "search/player.hpp"

namespace jungle::test {

struct PlainHalving {
  int considered = 16;  // moves, at most
  int visits = 100;
  double value_scale = 30;
  double raw_value = 0;
  std::vector<double> noise;  // one a move

  // Calls `visit` for each visit in turn, which changes `moves`; returns the move to play. Precondition: some
  // move is never proven lost.
  std::size_t run(std::vector<RootMove>& moves, const std::function<void(std::size_t)>& visit) const;

  double score(const std::vector<RootMove>& moves, std::size_t move) const;

 private:
  std::vector<std::size_t> best(const std::vector<RootMove>& moves, std::vector<std::size_t> among) const;
};

}  // namespace jungle::test
