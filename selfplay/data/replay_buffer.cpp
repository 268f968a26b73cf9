#include "selfplay/data/replay_buffer.hpp"

#include <algorithm>
#include <cmath>

#include "core/util/check.hpp"

namespace jungle {

std::int64_t window_size(std::int64_t total, const WindowSettings& settings) {
  double size = static_cast<double>(std::min(total, settings.start));
  if (total > settings.start) {
    const double ratio = static_cast<double>(total) / static_cast<double>(settings.start);
    size *= 1.0 + settings.slope * (std::pow(ratio, settings.exponent) - 1.0) / settings.exponent;
  }
  return std::min({static_cast<std::int64_t>(size), total, settings.max});
}

void ReplayBuffer::skip(std::int64_t samples) {
  JUNGLE_CHECK(parts_.empty() && samples >= 0);
  skipped_ += samples;
  total_ += samples;
}

void ReplayBuffer::add(std::shared_ptr<const Shard> shard) {
  if (shard->size() == 0) return;
  const auto count = static_cast<std::int64_t>(shard->size());
  parts_.push_back({total_, std::move(shard)});
  total_ += count;
  window_ = window_size(total_, settings_);
  while (parts_.size() > 1 && parts_[1].first <= total_ - window_) parts_.pop_front();
}

SampleRef ReplayBuffer::operator[](std::int64_t i) const {
  JUNGLE_CHECK(i >= 0 && i < size());
  const std::int64_t number = total_ - size() + i;
  const auto after =
      std::upper_bound(parts_.begin(), parts_.end(), number,
                       [](std::int64_t wanted, const Part& part) { return wanted < part.first; });
  const Part& part = *std::prev(after);
  return {part.shard.get(), static_cast<std::size_t>(number - part.first)};
}

}  // namespace jungle
