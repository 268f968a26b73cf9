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
    const std::atomic<Key>& slot = set_[set].keys[way];
    if (slot.load(std::memory_order_acquire) != key) continue;
    const std::uint64_t eight = word(set, way, offset / 8).load(std::memory_order_acquire);
    if (slot.load(std::memory_order_relaxed) != key) continue;
    return static_cast<ValueCode>(eight >> 8 * (offset % 8));
  }
  return std::nullopt;
}

void BlockCache::put(Key key, std::span<const ValueCode> block) {
  JUNGLE_CHECK(key != 0 && key != kChanging && block.size() <= kBlockBytes);
  const std::size_t set = set_of(key);
  const std::size_t way = set_[set].next.fetch_add(1, std::memory_order_relaxed) % kWays;
  std::atomic<Key>& slot = set_[set].keys[way];
  // Another thread may be writing there: then this block is not kept.
  if (slot.exchange(kChanging, std::memory_order_acquire) == kChanging) return;
  for (std::size_t at = 0; at < block.size(); at += 8) {
    std::uint64_t eight = 0;
    std::memcpy(&eight, block.data() + at, std::min<std::size_t>(8, block.size() - at));
    word(set, way, at / 8).store(eight, std::memory_order_release);
  }
  slot.store(key, std::memory_order_release);
}

}  // namespace jungle::tablebase
