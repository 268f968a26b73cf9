#pragma once
// The positions on which nets are compared with endgame tables: the same for everybody and for every net
// under one rule set.
//
//   const std::vector<Position> sample = truth_sample(rules, 3, 1000);
//
// Thread rule: a pure function.

#include <vector>

#include "core/position.hpp"
#include "core/rules.hpp"

namespace jungle {

// The first `count` of an endless list of positions with `animals` animals on the board, both sides together
// and each with at least one. A material is drawn evenly from all there are, then a placement and a side to
// move evenly from those in which the game goes on and there are at least two legal moves. Clocks are 0 and
// there is no history. Rules matter only as they decide which positions those are. Positions may come twice;
// with three animals or more they hardly do. Precondition: 2 <= animals <= 16.
std::vector<Position> truth_sample(const RuleSet& rules, int animals, int count);

}  // namespace jungle
