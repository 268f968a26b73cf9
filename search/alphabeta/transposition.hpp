#pragma once
// What earlier visits of a position found, by its key. Fixed memory, on huge pages where the system has them
// (a probe is a random access: with small pages the address translation costs as much as the memory); no
// allocation after construction.
//
// Race policy: there is none to keep. A table belongs to one player and one thread at a time; it is never
// shared, so its entries are plain words and a hit is exactly what was stored. Entries hold the whole 64-bit
// key: two positions are confused only if their keys are equal.
//
// Replacement: four entries share a cache line. The same position is overwritten unless that would lose a
// deeper result of this search; otherwise the least valuable of the four goes: from an older search first,
// then the shallowest.
//
//   table.new_search();
//   table.store(key, {.move = move, .score = to_table(score, ply), .depth = depth, .bound = Bound::kLower});
//   if (const auto hit = table.probe(key)) ...
//
// Thread rule: hostile.

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "core/move.hpp"
#include "search/alphabeta/score.hpp"

namespace jungle::alphabeta {

enum class Bound : std::uint8_t {
  kNone,
  kUpper,
  kLower,
  kExact
};  // the true score is at most, at least, or just this

struct TableHit {
  Move move;        // none where no move raised alpha
  Score score = 0;  // as of to_table()
  int depth = 0;    // 0..255
  Bound bound = Bound::kNone;

  bool operator==(const TableHit&) const = default;
};

class TranspositionTable {
 public:
  explicit TranspositionTable(int megabytes);  // 0: stores nothing; throws std::bad_alloc

  std::optional<TableHit> probe(std::uint64_t key) const;
  void store(std::uint64_t key, const TableHit& result);  // precondition: bound is not kNone
  void prefetch(std::uint64_t key) const;

  void new_search() {
    generation_ = (generation_ + 1) & kGenerationMask;
  }  // what is there counts as old from now on
  void clear();

 private:
  static constexpr std::uint8_t kGenerationMask = 63;

  struct Entry {
    std::uint64_t key = 0;
    std::uint16_t move = 0;
    std::int16_t score = 0;
    std::uint8_t depth = 0;
    std::uint8_t generation_and_bound = 0;  // bits 0-1 bound (0: empty), bits 2-7 generation

    Bound bound() const { return static_cast<Bound>(generation_and_bound & 3); }
    std::uint8_t generation() const { return static_cast<std::uint8_t>(generation_and_bound >> 2); }
  };
  static_assert(sizeof(Entry) == 16);

  struct alignas(64) Bucket {
    std::array<Entry, 4> entries;
  };
  static_assert(sizeof(Bucket) == 64);

  std::size_t bucket_of(std::uint64_t key) const;
  int worth(const Entry& entry) const;

  struct Free {
    void operator()(Bucket* memory) const;
  };

  std::size_t size_;  // in buckets
  std::unique_ptr<Bucket[], Free> buckets_;
  std::uint8_t generation_ = 0;
};

}  // namespace jungle::alphabeta
