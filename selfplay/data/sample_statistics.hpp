#pragma once
// What the samples of shards are like, for people who judge data before they train on it.
//
//   SampleStatistics statistics;
//   statistics.add(shard);
//   statistics.mean(statistics.policy_entropy);
//
// Memory: some 50 bytes a different position. Thread rule: compatible.

#include <array>
#include <cstdint>
#include <unordered_set>

#include "selfplay/data/shard.hpp"

namespace jungle {

class SampleStatistics {
 public:
  void add(const Shard& shard);

  std::int64_t samples = 0;
  std::array<std::int64_t, 3> outcomes{};  // lost, drawn, won by the side to move
  // Sums over samples.
  double moves = 0;
  double visits = 0;
  double plies_left = 0;
  double policy_entropy = 0;  // nats
  double root_square_error =
      0;  // (value of the search - outcome)^2; 1 for a guess of 0 where nothing is drawn
  double raw_square_error = 0;  // the same of the net alone

  double mean(double sum) const { return samples > 0 ? sum / static_cast<double>(samples) : 0; }
  std::int64_t different_positions() const { return static_cast<std::int64_t>(positions_.size()); }

 private:
  void add_sample(const Shard& shard, std::size_t sample);

  struct Hash {
    std::size_t operator()(const PackedPosition& position) const {
      return static_cast<std::size_t>((position.low ^ position.high * 0x9e3779b97f4a7c15U) *
                                      0xff51afd7ed558ccdU);
    }
  };
  std::unordered_set<PackedPosition, Hash> positions_;  // under whatever rule set
};

}  // namespace jungle
