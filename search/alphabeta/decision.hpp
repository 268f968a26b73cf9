#pragma once
// What a search says of its root, in the words of search/player.hpp.

#include <cstdint>
#include <vector>

#include "search/alphabeta/search.hpp"
#include "search/player.hpp"

namespace jungle::alphabeta {

// Precondition: an iteration is finished, and none was begun since.
std::vector<SearchLine> lines_of(const Search& search);

// `finished`: the lines of the last finished iteration, empty where no lines are asked for. The move found
// since then, when there is one, goes before them.
Decision decide(const Search& search, int depth, std::int64_t nodes, std::vector<SearchLine> finished);

}  // namespace jungle::alphabeta
