#pragma once
// Hands out the games of a generation and turns finished ones into shards. Shard k holds games k *
// games_per_shard and the following, in the order of their index, and is written as soon as all of them are
// over. Shards that an interrupted run left behind are kept and their games not played again; damaged ones
// and those of another origin are reported and replaced.
//
// Memory: the finished games of shards that are not whole yet, so a matter of the games in progress and not
// of how many there are in all. Thread rule: safe.

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/util/result.hpp"
#include "core/util/thread_safety.hpp"
#include "selfplay/data/shard.hpp"

namespace jungle {

struct ShardPlan {
  std::filesystem::path directory;  // exists
  ShardOrigin origin;
  int games = 0;
  int games_per_shard = 1;
  SampleWeighting weighting = {};
  std::string event;  // of the text records, e.g. "quickstart, generation 7"

  int shards() const { return (games + games_per_shard - 1) / games_per_shard; }
  std::filesystem::path npz_path(int shard) const;  // DIRECTORY/gen-0007-012.npz
  std::filesystem::path pgn_path(int shard) const;  // beside it
};

// Refuses a folder in which games of this generation stand that another net, seed or configuration made: the
// writer would replace them. Reads every shard of the generation.
Status check_same_origin(const ShardPlan& plan);

// Who takes a shard once it is whole and on disk: one call at a time, shards in any order, from any thread.
using ShardSink = std::function<void(int shard, std::shared_ptr<const Shard>)>;

class ShardWriter {
 public:
  ShardWriter(ShardPlan plan, ShardSink sink) : plan_(std::move(plan)), sink_(std::move(sink)) {}

  // The next game to play; none when there are no more or stop is requested. What is there already is looked
  // at when its turn comes.
  std::optional<std::uint32_t> next_game(const std::stop_token& stop);
  // Throws std::system_error when the disk refuses.
  void add(GameRecord record);

  int games_done() const { return games_done_.load(std::memory_order_relaxed); }  // for progress only
  std::int64_t samples_done() const { return samples_done_.load(std::memory_order_relaxed); }
  int games_kept() const;                     // of those, found on disk
  std::vector<std::string> problems() const;  // one line for each shard that had to be replaced

 private:
  int first_game(int shard) const { return shard * plan_.games_per_shard; }
  int games_in(int shard) const;
  bool keep_existing(int shard) JUNGLE_REQUIRES(mutex_);
  void write(int shard, std::vector<GameRecord> games);

  const ShardPlan plan_;
  std::atomic<int> games_done_ = 0;
  std::atomic<std::int64_t> samples_done_ = 0;
  mutable Mutex mutex_;
  const ShardSink sink_;  // called with the mutex held
  int next_game_ JUNGLE_GUARDED_BY(mutex_) = 0;
  int games_kept_ JUNGLE_GUARDED_BY(mutex_) = 0;
  std::vector<std::string> problems_ JUNGLE_GUARDED_BY(mutex_);
  std::map<int, std::vector<GameRecord>> pending_ JUNGLE_GUARDED_BY(mutex_);  // by shard, as they ended
};

}  // namespace jungle
