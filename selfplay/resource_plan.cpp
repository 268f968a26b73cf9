#include "selfplay/resource_plan.hpp"

#include <algorithm>
#include <cmath>

#include "core/position.hpp"
#include "nn/encoding.hpp"
#include "selfplay/truth/truth_answers.hpp"

namespace jungle {
namespace {

constexpr std::uint64_t kMegabyte = 1 << 20;
constexpr std::uint64_t kTablebaseCacheBytes = 64 * kMegabyte;  // decompressed blocks of endgame tables
constexpr std::uint64_t kLibTorchBytes = 400 * kMegabyte;       // the library itself, once loaded

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

// If every game lasts to selfplay.max_plies, like the next. More than fits any disk is all the same: no sum
// of such figures overflows.
std::int64_t samples_of(const TrainConfig& config, double games) {
  constexpr double kEndless = 1e16;
  return static_cast<std::int64_t>(
      std::min(std::ceil(games * config.selfplay.max_plies * config.selfplay.full_probability), kEndless));
}

// 14 bytes a legal move; 18 moves are more than the usual 14.5. With its share of the moves that were played.
std::uint64_t sample_bytes(const TrainConfig& config) {
  constexpr std::uint64_t kBytes = 43 + 18 * 14;
  constexpr double kPlyBytes = 2;
  return kBytes + static_cast<std::uint64_t>(std::ceil(kPlyBytes / config.selfplay.full_probability));
}

std::uint64_t text_bytes(const TrainConfig& config, double games) {
  constexpr double kBytesPly = 7;  // "g3g4 " and its share of the move numbers
  constexpr double kEndless = 1e18;
  return static_cast<std::uint64_t>(std::min(games * config.selfplay.max_plies * kBytesPly, kEndless));
}

double games_of(const TrainConfig& config) {
  return static_cast<double>(config.selfplay.games) * config.run.generations;
}

}  // namespace

std::int64_t samples_at_most(const TrainConfig& config) { return samples_of(config, games_of(config)); }

std::vector<ResourcePart> self_play_memory_parts(const TrainConfig& config, int threads) {
  const std::uint64_t crew = count(threads), games = crew * count(config.selfplay.slots);
  const std::uint64_t weights = parameters(config.net) * sizeof(float);
  return {{"search trees", games * count(config.search.memory_mb) * kMegabyte,
           "search.memory_mb, selfplay.slots"},
          {"games in progress", games * count(config.selfplay.max_plies) * (sizeof(Position) + 512),
           "selfplay.slots"},
          {"evaluation cache", crew * count(config.selfplay.cache_mb) * kMegabyte, "selfplay.cache_mb"},
          // The weights, and what inference makes of them: 30 numbers for each 9 of a 3 x 3 convolution.
          {"nets that play", 5 * crew * weights, "net.size"}};
}

std::vector<ResourcePart> self_play_disk_parts(const TrainConfig& config, int games) {
  return {{"shards", count(samples_of(config, games)) * sample_bytes(config), "--games"},
          {"text records", text_bytes(config, games), "--games"}};
}

std::vector<ResourcePart> memory_parts(const TrainConfig& config, int threads) {
  const std::uint64_t weights = parameters(config.net) * sizeof(float);
  const std::uint64_t batch_row = (kEncodedSize + 2 * kPolicySize + 5) * sizeof(float) + kSquares + 2;
  const std::int64_t window = window_size(samples_at_most(config), config.window);
  std::vector<ResourcePart> parts = self_play_memory_parts(config, threads);
  parts.push_back({"replay window", count(window) * sample_bytes(config), "window.max"});
  parts.push_back({"samples of a generation",
                   count(samples_of(config, config.selfplay.games)) * sample_bytes(config),
                   "selfplay.games"});
  parts.push_back({"batches", 2 * count(config.trainer.batch_size) * batch_row, "learn.batch_size"});
  // Of nn/winograd/convolution.hpp: two filters by their points and one as it is, for each thread.
  const std::uint64_t scratch =
      count(threads) * 69 * sizeof(float) * count(config.net.channels) * count(config.net.channels);
  parts.push_back(
      {"training", 6 * weights + scratch + activation_bytes(config), "learn.batch_size, net.size"});
  if (!config.truth.tablebase.empty())
    parts.push_back({"truth", count(threads) * truth_tree_bytes(config.truth.visits) + kTablebaseCacheBytes,
                     "truth.visits"});
  parts.push_back({"LibTorch", kLibTorchBytes, ""});
  return parts;
}

std::vector<ResourcePart> disk_parts(const TrainConfig& config) {
  const std::uint64_t weights = parameters(config.net) * sizeof(float);
  const std::uint64_t generations = count(config.run.generations);
  return {
      {"shards", count(samples_at_most(config)) * sample_bytes(config), "selfplay.games, run.generations"},
      {"text records", text_bytes(config, games_of(config)), "selfplay.games, run.generations"},
      {"nets", (generations + 5) * weights, "net.size, run.generations"}};
}

std::uint64_t total_bytes(const std::vector<ResourcePart>& parts) {
  std::uint64_t total = 0;
  for (const ResourcePart& part : parts) total += part.bytes;
  return total;
}

}  // namespace jungle
