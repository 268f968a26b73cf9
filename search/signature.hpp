#pragma once
// One number that stands for how the searches behave: the nodes of fixed searches, added up (for MCTS, whose
// nodes are given, how they spread over the root's moves). A commit that changes it changes play, and quotes
// the new value; one that says "No functional change" must leave it alone. The same in every build on every
// machine.

#include <cstdint>

namespace jungle {

std::uint64_t search_signature();  // takes about a second

}  // namespace jungle
