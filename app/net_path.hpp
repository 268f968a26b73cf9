#pragma once
// Which weights file a user means by a path: the file itself, or the net of a run directory: the one
// `nets/best` points to, else the last of its generations. A folder of generations works the same way.
//
//   find_net("runs/first")  ->  runs/first/nets/gen-0012.safetensors
//
// Only names are looked at here; load_weights() (nn/weights.hpp) judges what is in the file.

#include <cstdint>
#include <filesystem>
#include <vector>

#include "core/util/result.hpp"

namespace jungle {

// The message lists what was found instead.
Result<std::filesystem::path> find_net(const std::filesystem::path& path);

struct GenerationNet {
  std::int64_t generation = 0;
  std::filesystem::path path;
};

// The nets of all generations in a run directory, in order; empty when it has none.
std::vector<GenerationNet> nets_of_run(const std::filesystem::path& run);

}  // namespace jungle
