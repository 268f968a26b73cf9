#include "selfplay/data/sample_statistics.hpp"

#include <cmath>

namespace jungle {
namespace {

double square(double x) { return x * x; }

}  // namespace

void SampleStatistics::add(const Shard& shard) {
  for (std::size_t i = 0; i < shard.size(); ++i) add_sample(shard, i);
}

void SampleStatistics::add_sample(const Shard& shard, std::size_t sample) {
  const SampleColumns& columns = shard.samples;
  const std::int8_t outcome = columns.outcome[sample];
  ++samples;
  ++outcomes[outcome > 0 ? 2 : outcome < 0 ? 0 : 1];
  plies_left += columns.plies_left[sample];
  root_square_error += square(static_cast<double>(columns.root_value[sample]) - outcome);
  raw_square_error += square(static_cast<double>(columns.raw_value[sample]) - outcome);
  for (std::size_t i = shard.move_begin(sample); i < shard.move_end(sample); ++i) {
    const double share = shard.moves.policy[i];
    ++moves;
    visits += shard.moves.visits[i];
    if (share > 0) policy_entropy -= share * std::log(share);
  }
  positions_.insert(columns.position[sample].without_clock());
}

}  // namespace jungle
