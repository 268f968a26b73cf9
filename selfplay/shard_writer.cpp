#include "selfplay/shard_writer.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/util/check.hpp"
#include "core/util/file.hpp"
#include "selfplay/data/pgn.hpp"

namespace jungle {
namespace {

std::string text_record(const GameRecord& record, const ShardPlan& plan) {
  const std::string player = fmt::format("net {:016x}", plan.origin.model_id);
  return pgn_text({.game = &record.game,
                   .first_player = player,
                   .second_player = player,
                   .event = plan.event,
                   .round = std::to_string(record.index),
                   .more_tags = {}});
}

}  // namespace

std::filesystem::path ShardPlan::npz_path(int shard) const {
  return directory / fmt::format("gen-{:04}-{:03}.npz", origin.generation, shard);
}

std::filesystem::path ShardPlan::pgn_path(int shard) const {
  return directory / fmt::format("gen-{:04}-{:03}.pgn", origin.generation, shard);
}

ShardWriter::ShardWriter(ShardPlan plan) : plan_(std::move(plan)) {
  const auto shards = static_cast<std::size_t>(plan_.shards());
  pending_.resize(shards);
  shards_.resize(shards);
  for (int shard = 0; shard < plan_.shards(); ++shard) {
    if (keep_existing(shard)) continue;
    Pending& pending = pending_[static_cast<std::size_t>(shard)];
    pending.missing = games_in(shard);
    pending.games.resize(static_cast<std::size_t>(pending.missing));
    for (int i = 0; i < pending.missing; ++i)
      to_play_.push_back(static_cast<std::uint32_t>(first_game(shard) + i));
  }
}

int ShardWriter::games_in(int shard) const {
  return std::min(plan_.games_per_shard, plan_.games - first_game(shard));
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
    problems_.push_back(fmt::format("{}: games of another net, seed or plan; played again", path.string()));
    return false;
  }
  games_kept_ += games_in(shard);
  games_done_ += games_in(shard);
  samples_done_ += static_cast<std::int64_t>(found->size());
  shards_[static_cast<std::size_t>(shard)] = std::make_shared<const Shard>(*std::move(found));
  return true;
}

std::optional<std::uint32_t> ShardWriter::next_game() {
  // Relaxed: the indices are constant by now, and who gets which does not matter.
  const std::size_t at = next_.fetch_add(1, std::memory_order_relaxed);
  if (at >= to_play_.size()) return std::nullopt;
  return to_play_[at];
}

void ShardWriter::add(GameRecord record) {
  const int shard = static_cast<int>(record.index) / plan_.games_per_shard;
  const auto row = record.index % static_cast<std::uint32_t>(plan_.games_per_shard);
  std::vector<std::optional<GameRecord>> complete;
  {
    const std::lock_guard lock(mutex_);
    Pending& pending = pending_[static_cast<std::size_t>(shard)];
    JUNGLE_CHECK(!pending.games[row].has_value());
    pending.games[row] = std::move(record);
    if (--pending.missing == 0) complete = std::move(pending.games);
  }
  if (!complete.empty()) write(shard, std::move(complete));
  games_done_.fetch_add(1, std::memory_order_relaxed);
}

void ShardWriter::write(int shard, std::vector<std::optional<GameRecord>> games) {
  std::string text;
  std::vector<GameRecord> records;
  records.reserve(games.size());
  for (auto& game : games) {
    text += text_record(*game, plan_);
    records.push_back(*std::move(game));
  }
  auto made = std::make_shared<const Shard>(make_shard(plan_.origin, records, plan_.length_draw_weight));
  // The text first: a shard on disk means that its games are done, text record and all.
  write_file_atomically(plan_.pgn_path(shard), text);
  write_shard(plan_.npz_path(shard), *made);
  samples_done_.fetch_add(static_cast<std::int64_t>(made->size()), std::memory_order_relaxed);
  const std::lock_guard lock(mutex_);
  shards_[static_cast<std::size_t>(shard)] = std::move(made);
}

std::vector<std::shared_ptr<const Shard>> ShardWriter::take_shards() && {
  const std::lock_guard lock(mutex_);
  for (const auto& shard : shards_) JUNGLE_CHECK(shard != nullptr);
  return std::move(shards_);
}

}  // namespace jungle
