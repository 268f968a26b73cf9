// The root: iterations, aspiration windows, and the order of the root's moves.

#include <algorithm>

#include "search/alphabeta/search.hpp"

namespace jungle::alphabeta {
namespace {

constexpr int kAspirationDepth = 4;  // before that scores still jump
constexpr Score kAspirationWidth = 30;

}  // namespace

bool Search::deepen(int depth) {
  const Score expected = score();
  Score below = kAspirationWidth;
  Score above = kAspirationWidth;
  const bool guess = !params_.exact && depth >= kAspirationDepth && !is_proven(expected);
  while (true) {
    const Score alpha = guess ? std::max(expected - below, -kInfinite) : -kInfinite;
    const Score beta = guess ? std::min(expected + above, kInfinite) : kInfinite;
    const Score found = search_root(depth, alpha, beta);
    if (stopper_.stopped()) return false;
    if (found <= alpha) {
      below = below > 1000 ? 2 * kInfinite : 4 * below;
    } else if (found >= beta) {
      above = above > 1000 ? 2 * kInfinite : 4 * above;
    } else {
      return true;
    }
  }
}

Score Search::search_root(int depth, Score alpha, Score beta) {
  Score best = -kInfinite;
  for (std::size_t i = 1; i < root_moves_.size(); ++i) root_moves_[i].score = -kInfinite;
  int number = 0;
  for (RootLine& root : root_moves_) {
    const std::int64_t before = stopper_.nodes();
    const int plies = reduction(root.move, number, depth, true);
    const Score score = search_child(root.move, depth - 1, plies, alpha, beta, number == 0);
    root.nodes += stopper_.nodes() - before;
    if (stopper_.stopped()) break;
    root.bound = score;
    if (number++ == 0 || score > alpha) {
      root.score = score;
      extend_variation(root.move.move);
      root.variation.assign(variation().moves.begin(), variation().moves.begin() + variation().length);
    }
    best = std::max(best, score);
    alpha = std::max(alpha, score);
    if (alpha >= beta) break;
  }
  std::ranges::stable_sort(root_moves_, std::ranges::greater{}, &RootLine::score);
  return best;
}

}  // namespace jungle::alphabeta
