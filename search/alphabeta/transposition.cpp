#include "search/alphabeta/transposition.hpp"

#include <algorithm>
#include <cstdlib>
#include <new>

#include "core/util/huge_pages.hpp"

namespace jungle::alphabeta {

void TranspositionTable::Free::operator()(Bucket* memory) const { std::free(memory); }

TranspositionTable::TranspositionTable(int megabytes)
    : size_((static_cast<std::size_t>(megabytes) << 20) / sizeof(Bucket)) {
  if (size_ == 0) return;
  const std::size_t bytes = (size_ * sizeof(Bucket) + kHugePage - 1) / kHugePage * kHugePage;
  void* const memory = std::aligned_alloc(kHugePage, bytes);
  if (memory == nullptr) throw std::bad_alloc();  // the size is the user's
  advise_huge_pages(memory, bytes);
  buckets_.reset(static_cast<Bucket*>(memory));
  std::uninitialized_default_construct_n(buckets_.get(), size_);
}

// The high half of the key times the size, scaled back: uniform over any number of buckets without a
// division.
std::size_t TranspositionTable::bucket_of(std::uint64_t key) const {
  return static_cast<std::size_t>((key >> 32) * size_ >> 32);
}

std::optional<TableHit> TranspositionTable::probe(std::uint64_t key) const {
  if (size_ == 0) return std::nullopt;
  for (const Entry& entry : buckets_[bucket_of(key)].entries) {
    if (entry.key == key && entry.bound() != Bound::kNone)
      return TableHit{Move::from_bits(entry.move), entry.score, entry.depth, entry.bound()};
  }
  return std::nullopt;
}

int TranspositionTable::worth(const Entry& entry) const {
  if (entry.bound() == Bound::kNone) return -1000;
  const int age = (generation_ - entry.generation()) & kGenerationMask;
  return entry.depth - 8 * age;
}

void TranspositionTable::store(std::uint64_t key, const TableHit& result) {
  if (size_ == 0) return;
  auto& entries = buckets_[bucket_of(key)].entries;
  auto slot = std::ranges::find_if(
      entries, [key](const Entry& entry) { return entry.key == key && entry.bound() != Bound::kNone; });
  Move move = result.move;
  if (slot != entries.end()) {
    // A null-window visit at small depth must not push out what a deep one of the same search found.
    constexpr int kDepthLoss = 3;
    if (result.bound != Bound::kExact && slot->generation() == generation_ &&
        result.depth + kDepthLoss < slot->depth)
      return;
    if (move.is_none()) move = Move::from_bits(slot->move);  // a move that once was good beats none
  } else {
    slot = std::ranges::min_element(entries, {}, [this](const Entry& entry) { return worth(entry); });
  }
  *slot = Entry{key, move.bits(), static_cast<std::int16_t>(result.score),
                static_cast<std::uint8_t>(std::clamp(result.depth, 0, 255)),
                static_cast<std::uint8_t>(generation_ << 2 | static_cast<int>(result.bound))};
}

void TranspositionTable::prefetch(std::uint64_t key) const {
  if (size_ > 0) __builtin_prefetch(&buckets_[bucket_of(key)]);
}

void TranspositionTable::clear() {
  std::fill_n(buckets_.get(), size_, Bucket{});
  generation_ = 0;
}

}  // namespace jungle::alphabeta
