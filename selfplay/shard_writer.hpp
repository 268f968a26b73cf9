#pragma once
// Hands out the games of a generation and turns finished ones into shards. Shard k holds games k *
// games_per_shard and the following, in the order of their index, and is written as soon as all of them are
// over. Shards that an interrupted run left behind are kept and their games not played again; damaged ones
// and those of another origin are reported and replaced.
//
// Thread rule: safe.

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "selfplay/data/shard.hpp"

namespace jungle {

struct ShardPlan {
  std::filesystem::path directory;  // exists
  ShardOrigin origin;
  int games = 0;
  int games_per_shard = 1;
  float length_draw_weight = 1.0F;
  std::string event;  // of the text records, e.g. "quickstart, generation 7"

  int shards() const { return (games + games_per_shard - 1) / games_per_shard; }
  std::filesystem::path npz_path(int shard) const;  // DIRECTORY/gen-0007-012.npz
  std::filesystem::path pgn_path(int shard) const;  // beside it
};

class ShardWriter {
 public:
  // Reads what is already there.
  explicit ShardWriter(ShardPlan plan);

  std::optional<std::uint32_t> next_game();
  // Throws std::system_error when the disk refuses.
  void add(GameRecord record);

  int games_done() const { return games_done_.load(std::memory_order_relaxed); }  // for progress only
  std::int64_t samples_done() const { return samples_done_.load(std::memory_order_relaxed); }
  int games_kept() const { return games_kept_; }  // of those, found on disk at the start
  const std::vector<std::string>& problems() const {
    return problems_;
  }  // one line for each shard that had to be replaced

  // All shards in order. Precondition: all games are over.
  std::vector<std::shared_ptr<const Shard>> take_shards() &&;

 private:
  struct Pending {
    std::vector<std::optional<GameRecord>> games;
    int missing = 0;
  };

  int first_game(int shard) const { return shard * plan_.games_per_shard; }
  int games_in(int shard) const;
  bool keep_existing(int shard);
  void write(int shard, std::vector<std::optional<GameRecord>> games);

  ShardPlan plan_;
  std::vector<std::uint32_t> to_play_;  // indices, in order
  std::atomic<std::size_t> next_ = 0;
  std::atomic<int> games_done_ = 0;
  std::atomic<std::int64_t> samples_done_ = 0;
  int games_kept_ = 0;
  std::vector<std::string> problems_;
  std::mutex mutex_;              // of the two below
  std::vector<Pending> pending_;  // by shard
  std::vector<std::shared_ptr<const Shard>> shards_;
};

}  // namespace jungle
