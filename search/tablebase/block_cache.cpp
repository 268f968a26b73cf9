#include "search/tablebase/block_cache.hpp"

#include <algorithm>
#include <cstring>

#include "core/util/check.hpp"

namespace jungle::tablebase {

// The words stay uninitialised until a block is put there: memory that is not used is not touched.
BlockCache::BlockCache(std::size_t bytes)
    : sets_(std::max<std::size_t>(1, bytes / (kWays * kBlockBytes))),
      set_(std::make_unique<Set[]>(sets_)),
      words_(std::make_unique_for_overwrite<std::uint64_t[]>(sets_ * kWays * kWords)) {}

std::optional<ValueCode> BlockCache::read(Key key, std::uint32_t offset) const {
  const std::size_t set = set_of(key);
  for (std::size_t way = 0; way < kWays; ++way) {
    const std::atomic<Tag>& slot = set_[set].tags[way];
    const Tag tag = slot.load(std::memory_order_acquire);
    if (key_of(tag) != key) continue;
    const std::uint64_t eight = word(set, way, offset / 8).load(std::memory_order_acquire);
    if (slot.load(std::memory_order_relaxed) != tag) continue;  // the acquire above keeps it behind
    return static_cast<ValueCode>(eight >> 8 * (offset % 8));
  }
  return std::nullopt;
}

void BlockCache::put(Key key, std::span<const ValueCode> block) {
  JUNGLE_CHECK(key != 0 && key != kChanging && block.size() <= kBlockBytes);
  const std::size_t set = set_of(key);
  // Threads that missed the same block together keep it once. A hint, so relaxed.
  for (const std::atomic<Tag>& slot : set_[set].tags)
    if (key_of(slot.load(std::memory_order_relaxed)) == key) return;
  const std::size_t way = set_[set].next.fetch_add(1, std::memory_order_relaxed) % kWays;
  std::atomic<Tag>& slot = set_[set].tags[way];
  Tag tag = slot.load(std::memory_order_relaxed);
  const Tag changes = ((tag >> 32) + 1) << 32;
  // Another thread may be writing there: then this block is not kept.
  if (key_of(tag) == kChanging ||
      !slot.compare_exchange_strong(tag, changes | kChanging, std::memory_order_acquire,
                                    std::memory_order_relaxed))
    return;
  for (std::size_t at = 0; at < block.size(); at += 8) {
    std::uint64_t eight = 0;
    std::memcpy(&eight, block.data() + at, std::min<std::size_t>(8, block.size() - at));
    word(set, way, at / 8).store(eight, std::memory_order_release);
  }
  slot.store(changes | key, std::memory_order_release);
}

}  // namespace jungle::tablebase
