// The end of a line: only captures are searched, and answers to an enemy about to enter the den, until
// nothing is hanging.

#include <algorithm>

#include "search/alphabeta/search.hpp"
#include "search/alphabeta/threats.hpp"

namespace jungle::alphabeta {
namespace {

constexpr Score kDeltaMargin = 160;  // what a capture may gain beyond the animal itself

}  // namespace

// Precondition: known_end(), known_from_board() and known_ending() have nothing to say.
Score Search::quiescence(Score alpha, Score beta) {
  const int ply = line_.ply();
  const Bitboard attackers = attackers_to_take();
  const bool forced = attackers.any();
  Score best = forced ? loss_in(ply + 2) : line_.evaluate();
  if (best >= beta || ply >= kMaxPly) return best;
  const Score stand = best;
  alpha = std::max(alpha, best);

  const Bitboard enemies = line_.position().occupied(!line_.position().side_to_move());
  MoveOrder order(line_.position(), line_.rules(), forced ? attackers : enemies);
  while (const OrderedMove* move = order.next()) {
    if (!forced && stand + EvalTables::typical_value(move->taken()) + kDeltaMargin <= alpha) continue;
    stopper_.count_node();
    Score score = win_in(ply + 1);
    if (!line_.ends_game(*move)) {
      line_.push(*move);
      if (const auto end = known_end()) {
        score = -*end;
      } else if (const auto known = known_from_board()) {
        score = -*known;
      } else if (const auto ending = known_ending()) {
        score = -ending->score;
      } else {
        score = -quiescence(-beta, -alpha);
      }
      line_.pop();
    }
    if (stopper_.stopped()) return best;
    best = std::max(best, score);
    alpha = std::max(alpha, score);
    if (alpha >= beta) break;
  }
  return best;
}

}  // namespace jungle::alphabeta
