#pragma once
// Giving up hopeless games, so that their time goes to others. A side resigns when its searches said twice in
// a row, at its own moves, that its value is under -threshold. Nobody sets the threshold: a share of the
// games is played on whatever the searches say, and these tell how often giving up would have been wrong.
//
//   ResignWatch watch;
//   watch.see(side, root.mean_value);
//   if (watch.gives_up(side, threshold)) ...
//
// Thread rule: compatible.

#include <array>
#include <cstdint>
#include <optional>

#include "core/piece.hpp"
#include "selfplay/data/replay_buffer.hpp"

namespace jungle {

// The values that one game's searches gave either side.
class ResignWatch {
 public:
  // What a search said at a move of `side`, which was to move; a value for that side.
  void see(Side side, float value_for_side);
  // Precondition: see() was called last for this side.
  bool gives_up(Side side, double threshold) const;
  // The side would have resigned in this game at any threshold below this; -1: never looked twice.
  const std::array<float, 2>& resigns_below() const { return resigns_below_; }  // by index(Side)

 private:
  float despair(Side side) const;  // at its last two moves

  std::array<float, 2> last_ = {1, 1};
  std::array<float, 2> before_ = {1, 1};
  std::array<float, 2> resigns_below_ = {-1, -1};
};

// What games that were played on say of a threshold.
struct ResignFigures {
  std::optional<double> threshold = {};  // none: nobody may resign yet, or any more
  int played_on = 0;                     // games of the last generations in which nobody could resign
  int hopeless = 0;                      // of these, given up by the threshold
  int not_lost = 0;                      // of these, by a side that did not lose in the end

  double false_rate() const { return hopeless > 0 ? static_cast<double>(not_lost) / hopeless : 0; }
};

// The smallest of the thresholds 0.50, 0.51 ... 0.99 of whose hopeless games at most `false_rate` were not
// lost, over the games played on of `generation` and the nine before it that are in the window; none when no
// threshold has 20 hopeless games and so small a rate. A game in which both sides despaired counts as not
// lost: which of them would have been first is not looked at, so the true rate is rather lower.
ResignFigures calibrate_resignation(const ReplayBuffer& window, std::uint32_t generation, double false_rate);

}  // namespace jungle
