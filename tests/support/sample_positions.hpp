#pragma once
// Positions as a search meets them, for tests of encoding and evaluation: every kth position of random games,
// none of them over.

#include <cstdint>
#include <vector>

#include "core/game.hpp"
#include "search/evaluator.hpp"

namespace jungle::test {

struct SamplePosition {
  Position position;
  MoveList legal_moves;
  int repetitions = 0;

  EvalRequest request(const RuleSet& rules) const { return {&position, &rules, &legal_moves, repetitions}; }
};

// The same for the same arguments everywhere.
std::vector<SamplePosition> sample_positions(const RuleSet& rules, int count, std::uint64_t seed);

}  // namespace jungle::test
