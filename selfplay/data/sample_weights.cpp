#include "selfplay/data/sample_weights.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

#include "core/util/check.hpp"

namespace jungle {
namespace {

constexpr double kSmallestPrior = 1e-8;  // one that underflowed to zero still has a logarithm

double mean_weight(const Outcome& outcome, const SampleWeighting& weighting) {
  if (outcome.reason == EndReason::kLength) return weighting.length_draw;
  return outcome.reason == EndReason::kRepetition ? weighting.repetition_draw : 1.0;
}

}  // namespace

double surprise(const SearchRecord& search) {
  JUNGLE_CHECK(search.full && search.policy.size() == search.root_moves.size());
  double divergence = 0;
  for (std::size_t i = 0; i < search.policy.size(); ++i) {
    const double target = search.policy[i];
    const double prior = std::max(static_cast<double>(search.root_moves[i].prior), kSmallestPrior);
    if (target > 0) divergence += target * std::log(target / prior);
  }
  return std::max(divergence, 0.0);  // rounding
}

std::vector<float> sample_weights(const GameRecord& record, const SampleWeighting& weighting) {
  const bool by_surprise = weighting.surprise > 0 && !record.taught;
  std::vector<double> surprises;
  for (const SearchRecord& search : record.searches) {
    if (search.full) surprises.push_back(by_surprise ? surprise(search) : 0.0);
  }
  const double sum = std::accumulate(surprises.begin(), surprises.end(), 0.0);
  const double share = sum > 0 ? weighting.surprise : 0.0;
  const double mean = mean_weight(record.outcome(), weighting);
  const auto count = static_cast<double>(surprises.size());
  std::vector<float> weights;
  weights.reserve(surprises.size());
  for (const double surprised : surprises) {
    const double relative = share > 0 ? 1.0 - share + share * count * surprised / sum : 1.0;
    weights.push_back(static_cast<float>(mean * relative));
  }
  return weights;
}

}  // namespace jungle
