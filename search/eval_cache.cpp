#include "search/eval_cache.hpp"

#include <algorithm>

#include "core/util/random.hpp"

namespace jungle {

EvalCache::EvalCache(std::size_t bytes)
    : sets_per_part_(std::max(std::size_t{1}, bytes / (sizeof(Entry) * kWays * kParts))),
      parts_(std::make_unique<std::array<Part, kParts>>()) {
  for (Part& part : *parts_) {
    const MutexLock lock(part.mutex);
    part.entries.resize(sets_per_part_ * kWays);
  }
}

EvalCache::~EvalCache() = default;

std::size_t EvalCache::capacity() const { return sets_per_part_ * kWays * kParts; }
std::size_t EvalCache::bytes() const { return capacity() * sizeof(Entry); }

std::uint32_t EvalCache::context(const RuleFields& rules, std::uint64_t evaluator_id) {
  const std::pair wanted(rules, evaluator_id);
  const MutexLock lock(contexts_mutex_);
  const auto found = std::find(contexts_.begin(), contexts_.end(), wanted);
  const auto number = static_cast<std::uint32_t>(found - contexts_.begin());
  if (found == contexts_.end()) contexts_.push_back(wanted);
  return number;
}

std::uint64_t EvalCache::hash(const Key& key) {
  std::uint64_t state = key.position.low;
  state = splitmix64(state) ^ key.position.high;
  state =
      splitmix64(state) ^ (std::uint64_t{key.context} << 32 | static_cast<std::uint32_t>(key.repetitions));
  return splitmix64(state);
}

bool EvalCache::find(const Key& key, EvalResult& result) {
  const std::uint64_t bits = hash(key);
  Part& part = (*parts_)[bits % kParts];
  const MutexLock lock(part.mutex);
  Entry* const set = &part.entries[bits / kParts % sets_per_part_ * kWays];
  for (Entry* entry = set; entry != set + kWays; ++entry) {
    if (entry->last_used == 0 || entry->key != key) continue;
    entry->last_used = ++part.clock;
    result.wdl_for_side_to_move = entry->wdl;
    result.plies_left = entry->plies_left;
    std::copy_n(entry->priors.begin(), entry->legal_moves, result.priors.begin());
    return true;
  }
  return false;
}

void EvalCache::store(const Key& key, const EvalResult& result, int legal_moves) {
  const std::uint64_t bits = hash(key);
  Part& part = (*parts_)[bits % kParts];
  const MutexLock lock(part.mutex);
  Entry* const set = &part.entries[bits / kParts % sets_per_part_ * kWays];
  // Another thread may have stored the same key meanwhile: it keeps its place.
  Entry* place = std::find_if(set, set + kWays,
                              [&](const Entry& entry) { return entry.last_used != 0 && entry.key == key; });
  if (place == set + kWays) {
    place = std::min_element(set, set + kWays,
                             [](const Entry& a, const Entry& b) { return a.last_used < b.last_used; });
  }
  place->key = key;
  place->last_used = ++part.clock;
  place->legal_moves = legal_moves;
  place->wdl = result.wdl_for_side_to_move;
  place->plies_left = result.plies_left;
  std::copy_n(result.priors.begin(), legal_moves, place->priors.begin());
}

}  // namespace jungle
