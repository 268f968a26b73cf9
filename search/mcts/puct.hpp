#pragma once
// Which child a descent goes to: PUCT (Silver et al. 2017, "Mastering the game of Go without human
// knowledge"),
//
//   argmax  Q + k * prior * sqrt(N) / (1 + n),   k = cpuct * scale
//
// Q is the child's mean value for the chooser. For a child without visits it is the parent's own value less
// fpu_reduction * scale * sqrt(prior mass of the visited children), the first-play urgency of Leela Chess
// Zero. Virtual visits count as visits that lost. Moves proven lost are left out; ties go to the higher
// prior.

#include <span>

#include "search/mcts/memory.hpp"
#include "search/mcts/params.hpp"

namespace jungle {

inline constexpr int kNoChild = -1;

// The index of an edge of `parent`, an open node whose edges are given: a child made already, or the next one
// to be made. kNoChild: every move is proven lost. `root_priors` replaces the edges' own priors when not
// empty.
template <bool kShared>
int select_child(const TreeMemory& memory, Node parent, const EdgeList& edges,
                 std::span<const float> root_priors, const MctsParams& params, float scale);

}  // namespace jungle
