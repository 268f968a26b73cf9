#pragma once
// What the opponent could do next if one did nothing: which animals it could take, and whether it could enter
// the den. By the board alone, one ply: whether the loss can be avenged is not looked at. Thread rule: pure
// function.

#include <string>
#include <vector>

#include "core/position.hpp"

namespace jungle {

// The moves of `side`'s opponent that take an animal of `side` or enter its den, in the generator's order.
std::vector<Move> threats_against(Side side, const Position& position, const RuleSet& rules);

// A line for each of them: "the wolf W4 on c5 can be taken from c6 by the leopard p5"; "the den can be
// entered from d8 by the rat r1".
std::vector<std::string> threat_lines(Side side, const Position& position, const RuleSet& rules);

}  // namespace jungle
