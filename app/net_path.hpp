#pragma once
// Which weights file a user means by a path: the file itself, or the net of a run directory: the one
// `nets/best` points to, else the last of its generations. A folder of generations works the same way.
//
//   find_net("runs/first")  ->  runs/first/nets/gen-0012.safetensors
//
// Only names are looked at here; load_weights() (nn/weights.hpp) judges what is in the file.

#include <filesystem>

#include "core/util/result.hpp"

namespace jungle {

// The message lists what was found instead.
Result<std::filesystem::path> find_net(const std::filesystem::path& path);

}  // namespace jungle
