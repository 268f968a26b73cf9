#pragma once
// What a resumed run starts from, and how checkpoint.json says it (docs/formats.md). Thread rule: a value.

#include <cstdint>
#include <optional>

#include <nlohmann/json_fwd.hpp>

#include "core/util/result.hpp"

namespace jungle {

// `generation` is the number of finished ones, and that of the latest net.
struct Checkpoint {
  int generation = 0;
  int best_generation = 0;           // whose net plays
  std::int64_t steps = 0;            // training steps done
  std::int64_t samples = 0;          // samples played
  double cpu_seconds = 0;            // of the finished generations; what was done twice counts once
  std::uint64_t weights_hash = 0;    // of the latest net: a changed file is refused
  std::uint64_t optimizer_hash = 0;  // of the bytes of the trainer's state, likewise; 0 before the first step
  std::int64_t metrics_bytes = 0;    // length of metrics.jsonl that counts
  std::optional<double> resign_threshold = {};  // of the next generation's games
};

nlohmann::ordered_json to_json(const Checkpoint& checkpoint);

// Refuses what is missing, of another type or out of range, naming the key.
Result<Checkpoint> checkpoint_from_json(const nlohmann::ordered_json& json);

}  // namespace jungle
