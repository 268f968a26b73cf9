#pragma once
// A table of evaluations, bounded in memory and exact: the whole key is compared, and what is found is what
// was stored, bit for bit.
//
// Four entries share a set; the one unused for longest makes room. Each part of the table has a lock of its
// own, so threads rarely meet. Thread rule: safe.

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "core/packed_position.hpp"
#include "core/rules.hpp"
#include "core/util/thread_safety.hpp"
#include "search/evaluator.hpp"

namespace jungle {

class EvalCache {
 public:
  // All that an evaluation may depend on. Legal moves follow from position and rules.
  struct Key {
    PackedPosition position;  // board, side to move, clock
    std::int32_t repetitions = 0;
    std::uint32_t context = 0;  // which rules, which evaluator
    bool operator==(const Key&) const = default;
  };

  explicit EvalCache(std::size_t bytes);  // at least one set for each lock
  ~EvalCache();

  // The number that stands for this pair in keys of this cache: the same for equal fields and ids, never for
  // others.
  std::uint32_t context(const RuleFields& rules, std::uint64_t evaluator_id);

  bool find(const Key& key, EvalResult& result);
  void store(const Key& key, const EvalResult& result, int legal_moves);

  std::size_t capacity() const;  // evaluations
  std::size_t bytes() const;

 private:
  static constexpr std::size_t kWays = 4;
  static constexpr std::size_t kParts = 64;

  struct Entry {
    Key key;
    std::uint32_t last_used = 0;  // by the part's clock; 0: empty
    std::int32_t legal_moves = 0;
    Wdl wdl;
    float plies_left = 0;
    std::array<float, kMaxMoves> priors;
  };
  static_assert(sizeof(Entry) == 176);
  struct Part {
    Mutex mutex;
    std::uint32_t clock JUNGLE_GUARDED_BY(mutex) = 0;
    std::vector<Entry> entries JUNGLE_GUARDED_BY(mutex);
  };
  static std::uint64_t hash(const Key& key);

  std::size_t sets_per_part_;
  std::unique_ptr<std::array<Part, kParts>> parts_;
  Mutex contexts_mutex_;
  std::vector<std::pair<RuleFields, std::uint64_t>> contexts_ JUNGLE_GUARDED_BY(contexts_mutex_);
};

}  // namespace jungle
