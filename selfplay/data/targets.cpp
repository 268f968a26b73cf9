#include "selfplay/data/targets.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/util/check.hpp"

namespace jungle {
namespace {

constexpr double kVisitOffset = 50.0;
constexpr double kVisitUnit = 80.0;
constexpr double kSmallestPrior = 1e-8;  // a prior that underflowed to zero still has a logarithm

bool is_known(const RootMove& move) { return move.visits > 0 || move.proven != 0; }

double total_visits(const RootSummary& root) {
  double total = 0;
  for (const RootMove& move : root.moves) total += move.visits;
  return total;
}

// The value an unvisited move is given: the net's opinion of the root, mixed with what the visited moves
// turned out to be worth.
double completed_value(const RootSummary& root) {
  double prior_sum = 0, value_sum = 0;
  for (const RootMove& move : root.moves) {
    if (!is_known(move)) continue;
    const double prior = std::max(static_cast<double>(move.prior), kSmallestPrior);
    prior_sum += prior;
    value_sum += prior * static_cast<double>(move.mean_value);
  }
  const double raw = root.raw_wdl.value();
  if (prior_sum == 0) return raw;
  const double visits = total_visits(root);
  return (raw + visits * value_sum / prior_sum) / (1.0 + visits);
}

void normalise(std::span<const double> weights, std::span<float> target) {
  double sum = 0;
  for (double weight : weights) sum += weight;
  for (std::size_t i = 0; i < target.size(); ++i) target[i] = static_cast<float>(weights[i] / sum);
}

void completed_q_target(const RootSummary& root, double scale, std::span<double> weights) {
  std::uint32_t max_visits = 0;
  for (const RootMove& move : root.moves) max_visits = std::max(max_visits, move.visits);
  const double slope = scale * (kVisitOffset + max_visits) / kVisitUnit;
  const double completed = completed_value(root);

  double largest = -1e300;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const RootMove& move = root.moves[i];
    const double value = is_known(move) ? static_cast<double>(move.mean_value) : completed;
    weights[i] = std::log(std::max(static_cast<double>(move.prior), kSmallestPrior)) + slope * value;
    largest = std::max(largest, weights[i]);
  }
  for (double& weight : weights) weight = std::exp(weight - largest);
}

}  // namespace

void policy_target(const RootSummary& root, const PolicyTargetParams& params, std::span<float> target) {
  JUNGLE_CHECK(!root.moves.empty() && target.size() == root.moves.size() && target.size() <= kMaxMoves);
  std::array<double, kMaxMoves> storage;
  const std::span<double> weights(storage.data(), target.size());
  // A root proven before its first visit has no counts to go by; its values still say what to play.
  if (params.kind == PolicyTargetKind::kVisits && total_visits(root) > 0) {
    for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = root.moves[i].visits;
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
