#pragma once
// Whether a training run fits on this machine: its plan against the memory and disk that are free.

#include <filesystem>
#include <string>

#include "core/util/result.hpp"
#include "selfplay/resource_plan.hpp"

namespace jungle {

// Refuses, naming the largest part and the option that changes it.
Status check_memory(const std::vector<ResourcePart>& parts);
// `path` need not exist: the nearest folder above it that does is looked at. What lies below `path` already
// is a part of the plan, so a run that fitted when it began fits when it goes on.
Status check_disk(const std::vector<ResourcePart>& parts, const std::filesystem::path& path);

// Both, for a run in `run`.
Status check_resources(const TrainConfig& config, int threads, const std::filesystem::path& run);

std::string size_text(std::uint64_t bytes);                     // "1.5 GiB"
std::string plan_text(const std::vector<ResourcePart>& parts);  // a line a part, and the sum

}  // namespace jungle
