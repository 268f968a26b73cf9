#include "search/tablebase/block_cache.hpp"

#include <atomic>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "core/util/random.hpp"

namespace jungle::tablebase {
namespace {

// A block whose every byte tells its key and place.
std::vector<ValueCode> block_of(BlockCache::Key key, std::size_t size = kBlockBytes) {
  std::vector<ValueCode> block(size);
  for (std::size_t i = 0; i < size; ++i) block[i] = static_cast<ValueCode>(key * 31 + i * 7);
  return block;
}

TEST(BlockCache, GivesBackWhatWasPut) {
  BlockCache cache(16 * kBlockBytes);
  EXPECT_FALSE(cache.read(5, 0).has_value());
  const auto block = block_of(5, 1003);  // a last block ends anywhere
  cache.put(5, block);
  for (std::uint32_t i = 0; i < block.size(); ++i) EXPECT_EQ(cache.read(5, i), block[i]);
  EXPECT_FALSE(cache.read(6, 0).has_value());
}

TEST(BlockCache, KeepsTheLastOfManyBlocksAndNoMoreThanFit) {
  BlockCache cache(4 * kBlockBytes);
  for (BlockCache::Key key = 1; key <= 20; ++key) cache.put(key, block_of(key));
  int kept = 0;
  for (BlockCache::Key key = 1; key <= 20; ++key) kept += cache.read(key, 0).has_value() ? 1 : 0;
  EXPECT_EQ(kept, 4);
  EXPECT_EQ(cache.read(20, 99), block_of(20)[99]);
}

TEST(BlockCache, ABlockPutTwiceTakesOnePlace) {
  BlockCache cache(4 * kBlockBytes);
  for (BlockCache::Key key = 1; key <= 3; ++key) cache.put(key, block_of(key));
  for (int i = 0; i < 5; ++i) cache.put(2, block_of(2));
  for (BlockCache::Key key = 1; key <= 3; ++key) EXPECT_TRUE(cache.read(key, 0).has_value()) << key;
}

TEST(BlockCache, ThreadsThatReadWhileOthersReplaceNeverSeeAWrongByte) {
  BlockCache cache(4 * kBlockBytes);
  std::atomic<int> wrong = 0;
  std::atomic<long> hits = 0;
  const auto work = [&](std::uint64_t seed) {
    Rng rng({seed});
    for (int i = 0; i < 2000; ++i) {
      const auto key = static_cast<BlockCache::Key>(1 + rng.below(9));
      const auto offset = static_cast<std::uint32_t>(rng.below(kBlockBytes));
      const auto expected = static_cast<ValueCode>(key * 31 + offset * 7);
      if (const auto code = cache.read(key, offset)) {
        hits.fetch_add(1);
        if (*code != expected) wrong.fetch_add(1);
      } else {
        cache.put(key, block_of(key));
      }
    }
  };
  std::vector<std::jthread> threads;
  for (std::uint64_t seed = 0; seed < 4; ++seed) threads.emplace_back(work, seed);
  threads.clear();
  EXPECT_EQ(wrong.load(), 0);
  EXPECT_GT(hits.load(), 0);
}

}  // namespace
}  // namespace jungle::tablebase
