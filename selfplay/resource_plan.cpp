#include "selfplay/resource_plan.hpp"

#include <algorithm>
#include <cmath>

#include "core/position.hpp"
#include "nn/encoding.hpp"

namespace jungle {
namespace {

constexpr std::uint64_t kMegabyte = 1 << 20;
constexpr std::uint64_t kSampleBytes =
    45 + 18 * 14;  // 14 bytes a legal move, 18 of them: above the usual 14.5
constexpr std::uint64_t kLibTorchBytes = 400 * kMegabyte;  // the library itself, once loaded

std::uint64_t count(std::int64_t number) {
  return static_cast<std::uint64_t>(std::max<std::int64_t>(number, 0));
}

std::uint64_t parameters(const NetConfig& config) {
  std::uint64_t total = 0;
  for (const auto& [name, shape] : tensor_layout(config)) {
    std::uint64_t size = 1;
    for (const std::int64_t side : shape) size *= count(side);
    total += size;
  }
  return total;
}

// Outputs of every layer of a batch, kept for the backward pass, with their gradients.
std::uint64_t activation_bytes(const TrainConfig& config) {
  const std::uint64_t layers = 3 * count(config.net.blocks) * 2 + 4;
  return 2 * sizeof(float) * count(config.trainer.batch_size) * kSquares * count(config.net.channels) *
         layers;
}

}  // namespace

std::int64_t samples_at_most(const TrainConfig& config) {
  const double games = static_cast<double>(config.selfplay.games) * config.run.generations;
  return static_cast<std::int64_t>(
      std::ceil(games * config.selfplay.max_plies * config.selfplay.full_probability));
}

std::vector<ResourcePart> memory_parts(const TrainConfig& config, int threads) {
  const std::uint64_t crew = count(threads), games = crew * count(config.selfplay.slots);
  const std::uint64_t weights = parameters(config.net) * sizeof(float);
  const std::uint64_t batch_row = (kEncodedSize + 2 * kPolicySize + 5) * sizeof(float);
  const std::int64_t window = window_size(samples_at_most(config), config.window);
  return {{"search trees", games * count(config.search.memory_mb) * kMegabyte,
           "search.memory_mb, selfplay.slots"},
          {"games in progress", games * count(config.selfplay.max_plies) * (sizeof(Position) + 512),
           "selfplay.slots"},
          {"evaluation cache", crew * count(config.selfplay.cache_mb) * kMegabyte, "selfplay.cache_mb"},
          {"nets that play", 3 * crew * weights, "net.size"},
          {"replay window", count(window) * kSampleBytes, "window.max"},
          {"batches", 2 * count(config.trainer.batch_size) * batch_row, "learn.batch_size"},
          {"training", 6 * weights + activation_bytes(config), "learn.batch_size, net.size"},
          {"LibTorch", kLibTorchBytes, ""}};
}

std::vector<ResourcePart> disk_parts(const TrainConfig& config) {
  const std::uint64_t weights = parameters(config.net) * sizeof(float);
  const std::uint64_t generations = count(config.run.generations);
  return {{"shards", count(samples_at_most(config)) * kSampleBytes, "selfplay.games, run.generations"},
          {"text records", generations * count(config.selfplay.games) * count(config.selfplay.max_plies) * 7,
           "selfplay.games, run.generations"},
          {"nets", (generations + 5) * weights, "net.size, run.generations"}};
}

std::uint64_t total_bytes(const std::vector<ResourcePart>& parts) {
  std::uint64_t total = 0;
  for (const ResourcePart& part : parts) total += part.bytes;
  return total;
}

}  // namespace jungle
