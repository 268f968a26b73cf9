#include "selfplay/shard_writer.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/util/check.hpp"
#include "core/util/file.hpp"
#include "selfplay/data/pgn.hpp"

namespace jungle {
namespace {

std::string what_differs(const ShardOrigin& found, const ShardOrigin& wanted) {
  return found.model_id != wanted.model_id ? "another net"
         : found.seed != wanted.seed       ? "another seed"
                                           : "other settings";
}

}  // namespace

std::filesystem::path ShardPlan::npz_path(int shard) const {
  return directory / fmt::format("gen-{:04}-{:03}.npz", origin.generation, shard);
}

std::filesystem::path ShardPlan::pgn_path(int shard) const {
  return directory / fmt::format("gen-{:04}-{:03}.pgn", origin.generation, shard);
}

Status check_same_origin(const ShardPlan& plan) {
  const std::string prefix = fmt::format("gen-{:04}-", plan.origin.generation);
  for (const auto& entry : std::filesystem::directory_iterator(plan.directory)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(prefix) || !name.ends_with(".npz")) continue;
    const auto found = read_shard_origin(entry.path());
    if (found && *found != plan.origin)  // a damaged one holds no games to lose
      return Error{fmt::format("{}: holds games of {}; give another directory or another generation",
                               entry.path().string(), what_differs(*found, plan.origin))};
  }
  return Done{};
}

int ShardWriter::games_in(int shard) const {
  return std::min(plan_.games_per_shard, plan_.games - first_game(shard));
}

int ShardWriter::games_kept() const {
  const MutexLock lock(mutex_);
  return games_kept_;
}

std::vector<std::string> ShardWriter::problems() const {
  const MutexLock lock(mutex_);
  return problems_;
}

bool ShardWriter::keep_existing(int shard) {
  const std::filesystem::path path = plan_.npz_path(shard);
  if (!std::filesystem::exists(path)) return false;
  auto found = read_shard(path);
  if (!found) {
    problems_.push_back(fmt::format("{}; its games are played again", found.error()));
    return false;
  }
  bool same = found->origin == plan_.origin && static_cast<int>(found->games_count()) == games_in(shard);
  for (std::size_t i = 0; same && i < found->games_count(); ++i) {
    same = found->games.index[i] == static_cast<std::uint32_t>(first_game(shard)) + i;
  }
  if (!same) {
    problems_.push_back(
        fmt::format("{}: games of another net, seed, plan or settings; played again", path.string()));
    return false;
  }
  games_kept_ += games_in(shard);
  games_done_.fetch_add(games_in(shard), std::memory_order_relaxed);
  samples_done_.fetch_add(static_cast<std::int64_t>(found->size()), std::memory_order_relaxed);
  sink_(shard, std::make_shared<const Shard>(*std::move(found)));
  return true;
}

std::optional<std::uint32_t> ShardWriter::next_game(const std::stop_token& stop) {
  const MutexLock lock(mutex_);
  while (next_game_ < plan_.games && !stop.stop_requested()) {
    const int shard = next_game_ / plan_.games_per_shard;
    if (next_game_ > first_game(shard) || !keep_existing(shard))
      return static_cast<std::uint32_t>(next_game_++);
    next_game_ += games_in(shard);
  }
  return std::nullopt;
}

void ShardWriter::add(GameRecord record) {
  const int shard = static_cast<int>(record.index) / plan_.games_per_shard;
  std::vector<GameRecord> complete;
  {
    const MutexLock lock(mutex_);
    std::vector<GameRecord>& games = pending_[shard];
    games.push_back(std::move(record));
    if (static_cast<int>(games.size()) == games_in(shard)) {
      complete = std::move(games);
      pending_.erase(shard);
    }
  }
  if (!complete.empty()) write(shard, std::move(complete));
  games_done_.fetch_add(1, std::memory_order_relaxed);
}

void ShardWriter::write(int shard, std::vector<GameRecord> games) {
  std::sort(games.begin(), games.end(), [](const auto& a, const auto& b) { return a.index < b.index; });
  const std::string player = fmt::format("net {:016x}", plan_.origin.model_id);
  std::string text;
  for (std::size_t i = 0; i < games.size(); ++i) {
    JUNGLE_CHECK(games[i].index == static_cast<std::uint32_t>(first_game(shard)) + i);
    text += record_text(games[i], games[i].taught ? "alpha-beta" : player, plan_.event);
  }
  auto made = std::make_shared<const Shard>(make_shard(plan_.origin, games, plan_.weighting));
  // The text first: a shard on disk means that its games are done, text record and all.
  write_file_atomically(plan_.pgn_path(shard), text);
  write_shard(plan_.npz_path(shard), *made);
  samples_done_.fetch_add(static_cast<std::int64_t>(made->size()), std::memory_order_relaxed);
  const MutexLock lock(mutex_);
  sink_(shard, std::move(made));
}

}  // namespace jungle
