#include "search/mcts/improved_policy.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "core/util/check.hpp"

namespace jungle {
namespace {

constexpr double kVisitOffset = 50.0;
constexpr double kVisitUnit = 80.0;
constexpr double kSmallestPrior = 1e-8;  // a prior that underflowed to zero still has a logarithm

bool is_known(const RootMove& move) { return move.visits > 0 || move.proven != 0; }

double prior_of(const RootMove& move) {
  const auto prior = static_cast<double>(move.prior);
  return prior > kSmallestPrior ? prior : kSmallestPrior;  // what is not a number too
}

// The value an unvisited move is given: the net's opinion of the root, mixed with what the visited moves
// turned out to be worth.
double completed_value(std::span<const RootMove> moves, double raw_value) {
  double visits = 0, prior_sum = 0, value_sum = 0;
  for (const RootMove& move : moves) {
    visits += move.visits;
    if (!is_known(move)) continue;
    prior_sum += prior_of(move);
    value_sum += prior_of(move) * static_cast<double>(move.mean_value);
  }
  if (prior_sum == 0) return raw_value;
  return (raw_value + visits * value_sum / prior_sum) / (1.0 + visits);
}

}  // namespace

void improved_logits(std::span<const RootMove> moves, double raw_value, double scale,
                     std::span<double> logits) {
  JUNGLE_CHECK(moves.size() == logits.size());
  std::uint32_t most_visits = 0;
  for (const RootMove& move : moves) most_visits = std::max(most_visits, move.visits);
  const double slope = scale * (kVisitOffset + most_visits) / kVisitUnit;
  const double completed = completed_value(moves, raw_value);
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const double value = is_known(moves[i]) ? static_cast<double>(moves[i].mean_value) : completed;
    logits[i] = std::log(prior_of(moves[i])) + slope * value;
  }
}

}  // namespace jungle
