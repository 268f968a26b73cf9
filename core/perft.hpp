#pragma once
// Counts move paths: the generator's test and benchmark. A finished game (den, capture, no move) counts 1 at
// the last ply and nothing below it; draw rules are set aside. The last ply is counted, not played.

#include <cstdint>
#include <vector>

#include "core/move.hpp"
#include "core/position.hpp"
#include "core/rules.hpp"

namespace jungle {

std::uint64_t perft(const Position& position, const RuleSet& rules, int depth);  // depth 0: 1

struct PerftMove {
  Move move;
  std::uint64_t nodes;
};
// The same by root move, in the generator's order; empty when the game is over. Root moves are shared among
// `threads` OpenMP threads (one where OpenMP is off). Precondition: depth >= 1, threads >= 1.
std::vector<PerftMove> perft_divide(const Position& position, const RuleSet& rules, int depth, int threads);

}  // namespace jungle
