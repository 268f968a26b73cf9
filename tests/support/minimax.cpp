#include "tests/support/minimax.hpp"

#include <algorithm>

namespace jungle::test {
namespace {

int minimax_at(Game& game, int depth, int ply, const MinimaxScale& scale) {
  const Outcome outcome = game.outcome();
  if (!outcome.is_ongoing()) return outcome.value_for(game.side_to_move()) * (scale.win - ply);
  if (depth == 0) return scale.leaf_for_side_to_move(game.position());
  MoveList moves;
  game.legal_moves(moves);
  int best = -2 * scale.win;
  for (Move move : moves) {
    game.play(move);
    best = std::max(best, -minimax_at(game, depth - 1, ply + 1, scale));
    game.undo();
  }
  return best;
}

}  // namespace

int minimax(Game& game, int depth, const MinimaxScale& scale) { return minimax_at(game, depth, 0, scale); }

}  // namespace jungle::test
