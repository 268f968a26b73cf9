// The root: iterations, aspiration windows, and the order of the root's moves.

#include <algorithm>
#include <span>

#include "search/alphabeta/search.hpp"

namespace jungle::alphabeta {
namespace {

constexpr int kAspirationDepth = 4;  // before that scores still jump
constexpr Score kAspirationWidth = 30;

}  // namespace

bool Search::deepen(int depth) {
  for (RootLine& root : root_moves_) root.expected = root.score;
  for (std::size_t line = 0; line < lines_; ++line)
    if (!search_line(depth, line)) return false;
  std::ranges::stable_sort(std::span(root_moves_).first(lines_), std::ranges::greater{}, &RootLine::score);
  return true;
}

// The best of the moves from place `line` on comes to stand there; those before it are left alone.
bool Search::search_line(int depth, std::size_t line) {
  const Score expected = root_moves_[line].expected;
  Score below = kAspirationWidth;
  Score above = kAspirationWidth;
  const bool guess = !params_.exact && depth >= kAspirationDepth && !is_proven(expected);
  while (true) {
    const Score alpha = guess ? std::max(expected - below, -kInfinite) : -kInfinite;
    const Score beta = guess ? std::min(expected + above, kInfinite) : kInfinite;
    const Score found = search_root(depth, line, alpha, beta);
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

Score Search::search_root(int depth, std::size_t line, Score alpha, Score beta) {
  Score best = -kInfinite;
  const std::span<RootLine> open = std::span(root_moves_).subspan(line);
  for (RootLine& root : open.subspan(1)) root.score = -kInfinite;
  int number = 0;
  for (RootLine& root : open) {
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
  std::ranges::stable_sort(open, std::ranges::greater{}, &RootLine::score);
  return best;
}

}  // namespace jungle::alphabeta
