#include "selfplay/data/targets.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/util/check.hpp"
#include "search/mcts/improved_policy.hpp"

namespace jungle {
namespace {

double total_visits(const RootSummary& root) {
  double total = 0;
  for (const RootMove& move : root.moves) total += move.visits;
  return total;
}

void normalise(std::span<const double> weights, std::span<float> target) {
  double sum = 0;
  for (double weight : weights) sum += weight;
  for (std::size_t i = 0; i < target.size(); ++i) target[i] = static_cast<float>(weights[i] / sum);
}

void completed_q_target(const RootSummary& root, double scale, std::span<double> weights) {
  improved_logits(root.moves, static_cast<double>(root.raw_wdl.value()), scale, weights);
  const double largest = *std::max_element(weights.begin(), weights.end());
  for (double& weight : weights) weight = std::exp(weight - largest);
}

}  // namespace

void policy_target(const RootSummary& root, const PolicyTargetParams& params, std::span<float> target) {
  JUNGLE_CHECK(!root.moves.empty() && target.size() == root.moves.size() && target.size() <= kMaxMoves);
  std::array<double, kMaxMoves> storage;
  const std::span<double> weights(storage.data(), target.size());
  // A root proven before its first visit has no counts to go by; its values still say what to play.
  if (params.kind == PolicyTargetKind::kVisits && total_visits(root) > 0) {
    const bool forced = !root.unforced_visits.empty();
    for (std::size_t i = 0; i < weights.size(); ++i)
      weights[i] = forced ? root.unforced_visits[i] : root.moves[i].visits;
  } else {
    completed_q_target(root, static_cast<double>(params.scale), weights);
  }
  normalise(weights, target);
}

Wdl value_target(int outcome, int plies_left, float root_value, const ValueTargetParams& params) {
  const double kept = std::pow(static_cast<double>(params.discount), plies_left);
  const double value = outcome * kept;
  const auto mix = [&](double from_outcome, double from_search) {
    const double share = static_cast<double>(params.value_mix);
    return static_cast<float>((1.0 - share) * from_outcome + share * from_search);
  };
  const double search = std::clamp(static_cast<double>(root_value), -1.0, 1.0);
  return {mix(std::max(value, 0.0), std::max(search, 0.0)),
          mix(1.0 - std::abs(value), 1.0 - std::abs(search)),
          mix(std::max(-value, 0.0), std::max(-search, 0.0))};
}

}  // namespace jungle
