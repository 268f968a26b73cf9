#pragma once
// The scale of alpha-beta scores. A score is always seen by the side to move at its node unless its name says
// otherwise.
//
//   0                      a draw
//   |score| <= kMaxEval    the evaluation's opinion; about 100 a step of material (a cat is about 200)
//   won_ending(n), -       won or lost in n plies by an endgame table, if no draw rule comes first
//   win_in(n), loss_in(n)  proven: won or lost n plies after the root; a nearer win is the larger score

#include <algorithm>
#include <cmath>

#include "search/endgame_proof.hpp"
#include "search/evaluator.hpp"

namespace jungle::alphabeta {

using Score = int;

inline constexpr int kMaxPly = 96;  // the longest line below a root, quiescence included
inline constexpr Score kDraw = 0;
inline constexpr Score kWin = 30000;
inline constexpr Score kInfinite = 32000;
inline constexpr Score kMaxEval = 20000;
inline constexpr Score kSmallestWin = kWin - 1000;

constexpr Score win_in(int plies) { return kWin - plies; }
constexpr Score loss_in(int plies) { return -kWin + plies; }
constexpr bool is_proven_win(Score score) { return score >= kSmallestWin; }
constexpr bool is_proven_loss(Score score) { return score <= -kSmallestWin; }
constexpr bool is_proven(Score score) { return is_proven_win(score) || is_proven_loss(score); }

// Beyond any evaluation, short of a proof. Precondition: 0 <= plies <= kLongestEnding.
inline constexpr int kLongestEnding = 253;
constexpr Score won_ending(int plies) { return kMaxEval + kLongestEnding + 1 - plies; }
constexpr int plies_of_ending(Score score) { return kMaxEval + kLongestEnding + 1 - score; }
static_assert(won_ending(kLongestEnding) > kMaxEval && won_ending(0) < kSmallestWin);
static_assert(win_in(kMaxPly + kLongestEnding) >= kSmallestWin);

// Plies to the proven end, 0 when nothing is proven.
constexpr int plies_to_end(Score score) {
  return is_proven_win(score) ? kWin - score : is_proven_loss(score) ? kWin + score : 0;
}

// Tables hold scores as seen from their own node: a win so many plies from there, wherever the node turns up
// again.
constexpr Score to_table(Score score, int ply) {
  return is_proven_win(score) ? score + ply : is_proven_loss(score) ? score - ply : score;
}
constexpr Score from_table(Score score, int ply) {
  return is_proven_win(score) ? score - ply : is_proven_loss(score) ? score + ply : score;
}

// win = 1 / (1 + exp((kDrawMargin - score) / kWdlScale)), loss the same of -score, draw the rest. The two
// constants are the likeliest for the outcomes of 250 games of the player against itself at depth 6 from
// random openings of eight plies (`wango`, 27 thousand positions).
inline constexpr float kWdlScale = 740.0F;
inline constexpr float kDrawMargin = 520.0F;

inline Wdl wdl_of(Score score) {
  if (is_proven_win(score)) return {1, 0, 0};
  if (is_proven_loss(score)) return {0, 0, 1};
  if (score > kMaxEval) {
    const float win = certainty_of_unproven(plies_of_ending(score));
    return {win, 1 - win, 0};
  }
  if (score < -kMaxEval) return wdl_of(-score).flipped();
  const auto logistic = [](float x) { return 1.0F / (1.0F + std::exp(-x)); };
  const float s = static_cast<float>(score);
  const float win = logistic((s - kDrawMargin) / kWdlScale);
  const float loss = logistic((-s - kDrawMargin) / kWdlScale);
  return {win, std::max(0.0F, 1.0F - win - loss), loss};
}

}  // namespace jungle::alphabeta
