#pragma once
// What a configuration will take, by part and with the option to turn, so that a run that cannot fit is
// refused before it starts. Bounds, for games that all last to selfplay.max_plies; training, LibTorch and the
// size of a sample are estimates from above. Thread rule: pure functions.

#include <cstdint>
#include <string>
#include <vector>

#include "selfplay/settings.hpp"

namespace jungle {

struct ResourcePart {
  std::string name;
  std::uint64_t bytes = 0;
  std::string option;  // that changes it most
};

// Of training, self-play within it.
std::vector<ResourcePart> memory_parts(const TrainConfig& config, int threads);
std::vector<ResourcePart> disk_parts(const TrainConfig& config);
// Of `games` games of self-play alone.
std::vector<ResourcePart> self_play_memory_parts(const TrainConfig& config, int threads);
std::vector<ResourcePart> self_play_disk_parts(const TrainConfig& config, int games);
std::uint64_t total_bytes(const std::vector<ResourcePart>& parts);

// Of the whole run, if every game lasts to selfplay.max_plies.
std::int64_t samples_at_most(const TrainConfig& config);

}  // namespace jungle
