#pragma once
// The window of most recent samples that training draws from. It grows with all samples ever seen, so that
// early, weak games leave soon and later ones stay longer.
//
//   ReplayBuffer replay(settings);
//   replay.add(std::make_shared<const Shard>(...));
//   SampleRef ref = replay[rng.below(replay.size())];
//
// Shards are added in the order of generation and shard number: the order is part of the result.
// Memory: the shards the window touches, about 270 bytes a sample. Thread rule: compatible.

#include <algorithm>
#include <cstdint>
#include <deque>
#include <memory>

#include "selfplay/data/shard.hpp"

namespace jungle {

struct WindowSettings {
  std::int64_t start = 250'000;  // samples: nothing leaves before so many came
  double exponent = 0.75;        // of the growth beyond, in (0, 1]
  double slope = 0.4;            // of the growth at the start, in [0, 1]
  std::int64_t max = 2'000'000;  // samples: memory's bound
};

// Samples in the window after `total` samples: all of them up to `start`, then
// start * (1 + slope * ((total / start)^exponent - 1) / exponent), at most `max`
// (Wu, "Accelerating self-play learning in Go", 2019, appendix C).
std::int64_t window_size(std::int64_t total, const WindowSettings& settings);

struct SampleRef {
  const Shard* shard;
  std::size_t row;
};

class ReplayBuffer {
 public:
  explicit ReplayBuffer(const WindowSettings& settings) : settings_(settings) {}

  // Counts samples of before that lie outside the window, instead of adding them. Precondition: nothing was
  // added yet.
  void skip(std::int64_t samples);
  void add(std::shared_ptr<const Shard> shard);  // drops what left the window

  std::int64_t total() const { return total_; }  // samples ever added or skipped
  std::int64_t size() const { return std::min(window_, total_ - skipped_); }
  // Every shard that has samples in the window, oldest first.
  template <typename Visitor>
  void for_each_shard(Visitor&& visit) const {
    for (const Part& part : parts_) visit(*part.shard);
  }
  // 0 is the oldest in the window. Precondition: 0 <= i < size(). The reference lives until the next add().
  SampleRef operator[](std::int64_t i) const;

 private:
  struct Part {
    std::int64_t first;  // number of its first sample among all ever added
    std::shared_ptr<const Shard> shard;
  };

  WindowSettings settings_;
  std::deque<Part> parts_;
  std::int64_t skipped_ = 0;
  std::int64_t total_ = 0;
  std::int64_t window_ = 0;
};

}  // namespace jungle
