#include "search/alphabeta/decision.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace jungle::alphabeta {
namespace {

RootMove summary(const RootLine& root, bool exact) {
  const Score score = exact ? root.score : root.bound;
  RootMove move = {.move = root.move.move};
  if (score == -kInfinite) return move;  // never searched to an end
  constexpr std::int64_t kMost = std::numeric_limits<std::uint32_t>::max();
  move.visits = static_cast<std::uint32_t>(std::clamp<std::int64_t>(root.nodes, 1, kMost));
  move.mean_value = wdl_of(score).value();
  move.proven = exact && is_proven_win(score) ? 1 : is_proven_loss(score) ? -1 : 0;
  if (move.proven != 0) move.plies_to_end = plies_to_end(score);
  return move;
}

SearchLine line_of(const RootLine& root) {
  return {.root = summary(root, true),
          .wdl_for_side_to_move = wdl_of(root.score),
          .plies_left = static_cast<float>(plies_to_end(root.score)),
          .moves = root.variation};
}

// The decision's own line first. Where it has changed since `finished`, the last of those gives way.
void put_first(SearchLine line, std::vector<SearchLine>& finished) {
  const auto same = [&](const SearchLine& other) { return other.root.move == line.root.move; };
  auto old = std::ranges::find_if(finished, same);
  if (old == finished.end()) --old;
  *old = std::move(line);
  std::rotate(finished.begin(), old, old + 1);
}

}  // namespace

std::vector<SearchLine> lines_of(const Search& search) {
  std::vector<SearchLine> lines;
  for (const RootLine& root : search.lines()) lines.push_back(line_of(root));
  return lines;
}

Decision decide(const Search& search, int depth, std::int64_t nodes, std::vector<SearchLine> finished) {
  const RootLine& best = search.root_moves().front();
  Decision decision;
  decision.move = best.move.move;
  decision.nodes = nodes;
  decision.depth = depth;
  if (best.score != -kInfinite) {
    decision.wdl_for_side_to_move = wdl_of(best.score);
    decision.plies_left = static_cast<float>(plies_to_end(best.score));
    decision.principal_variation = best.variation;
    if (!finished.empty()) put_first(line_of(best), finished);
  }
  for (const RootLine& root : search.root_moves())
    decision.root_moves.push_back(summary(root, &root == &best));
  decision.lines = std::move(finished);
  return decision;
}

}  // namespace jungle::alphabeta
