#pragma once
// Everything a training step depends on, and its file: a LibTorch archive (`torch::serialize`), format 1 in
// docs/formats.md.

#include <filesystem>

#include "core/util/result.hpp"
#include "nn/torch/adamw.hpp"
#include "nn/torch/flat_weights.hpp"

namespace jungle {

struct TrainerState {
  TrainerState(const FlatLayout& layout, const std::map<std::string, Tensor>& initial)
      : trained(flatten(layout, initial)), averaged(trained), optimizer(layout.parameter_count) {}

  FlatWeights trained;
  FlatWeights averaged;
  AdamW optimizer;
};

// To a temporary name, flushed, renamed. Throws std::system_error or std::runtime_error when the disk
// refuses.
void save_state(const std::filesystem::path& path, const FlatLayout& layout, const TrainerState& state);

// Refuses a missing file, another format or version, and the state of another net or with other heads of
// training; `state` is then unchanged.
Status load_state(const std::filesystem::path& path, const FlatLayout& layout, TrainerState& state);

}  // namespace jungle
