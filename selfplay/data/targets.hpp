#pragma once
// What a finished search and the end of a game teach the net. Pure functions; thread rule: safe.

#include <span>
#include <string_view>

#include "core/game.hpp"
#include "search/evaluator.hpp"
#include "search/mcts/pool.hpp"

namespace jungle {

enum class PolicyTargetKind { kVisits, kCompletedQ };

struct PolicyTargetParams {
  PolicyTargetKind kind = PolicyTargetKind::kCompletedQ;
  float scale = 30.0F;  // of completed_q: the larger, the more the target follows the values
};

// Fills `target`, parallel to root.moves, non-negative and summing to 1.
//
// kVisits: visits over their sum, those that were only forced left out (RootSummary::unforced_visits).
// kCompletedQ: the improved policy of search/mcts/improved_policy.hpp, proportional to
// prior * exp(scale * (50 + max visits) / 80 * q). Forced visits count, as all do: they make q better.
void policy_target(const RootSummary& root, const PolicyTargetParams& params, std::span<float> target);

struct ValueTargetParams {
  float discount = 0.99F;  // per ply between the position and the end of the game, in (0, 1]
  float value_mix = 0.0F;  // share of the search's own value, in [0, 1]; the rest is the outcome
};

// The win/draw/loss target of a position whose game ended `plies_left` plies later with `outcome` (+1, 0, -1)
// for its side to move.
//
// The outcome's value is outcome * discount^plies_left. A won position gives that much to win and the rest to
// draw; a lost one likewise to loss; a drawn one is all draw. The search's value v in [-1, 1] becomes {max(v,
// 0), 1 - |v|, max(-v, 0)}: the same reading.
//
// Example: discount 0.99, a win two plies away, value_mix 0: {0.9801, 0.0199, 0}.
Wdl value_target(int outcome, int plies_left, float root_value, const ValueTargetParams& params);

}  // namespace jungle
