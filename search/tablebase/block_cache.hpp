#pragma once
// Decompressed blocks, shared by all threads. A slot holds one block; a key may lie in any slot of its set of
// four, and takes the place of the one that came first.
//
// Readers take no lock (a seqlock). A slot's tag is its key and how often it changed; the key is taken away
// before its bytes change and put back after. A reader looks at the tag before and after it reads a byte: if
// both are the same and of the key it wants, so is the byte. All accesses are atomic; bytes are read with
// acquire and written with release, which keeps each on its side of the tag (on x86 plain moves).
//
// Thread rule: safe.

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "search/tablebase/table_header.hpp"
#include "search/tablebase/value_code.hpp"

namespace jungle::tablebase {

class BlockCache {
 public:
  using Key = std::uint32_t;  // neither 0 nor ~0

  // At least four blocks.
  explicit BlockCache(std::size_t bytes);

  std::optional<ValueCode> read(Key key, std::uint32_t offset) const;
  // The block may be dropped at any time, at once too. Precondition: at most kBlockBytes.
  void put(Key key, std::span<const ValueCode> block);

 private:
  static constexpr std::size_t kWays = 4;
  static constexpr std::size_t kWords = kBlockBytes / sizeof(std::uint64_t);
  static constexpr Key kChanging = ~Key{0};
  using Tag = std::uint64_t;  // the key, and from bit 32 on the number of changes
  static constexpr Key key_of(Tag tag) { return static_cast<Key>(tag); }
  using Word = std::atomic_ref<std::uint64_t>;

  struct alignas(64) Set {
    std::array<std::atomic<Tag>, kWays> tags{};
    std::atomic<std::uint32_t> next{0};  // to be replaced
  };
  std::size_t set_of(Key key) const {
    return static_cast<std::size_t>((std::uint64_t{key} * 0x9E3779B97F4A7C15ULL >> 32) % sets_);
  }
  Word word(std::size_t set, std::size_t way, std::size_t i) const {
    return Word(words_[(set * kWays + way) * kWords + i]);
  }

  std::size_t sets_;
  std::unique_ptr<Set[]> set_;
  std::unique_ptr<std::uint64_t[]> words_;  // of all slots
};

}  // namespace jungle::tablebase
