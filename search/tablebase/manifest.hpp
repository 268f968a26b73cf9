#pragma once
// The file `tablebase.txt` in a folder of tables: for which board rules they are and how far they go.
//
//   jungle tablebase 1
//   animals 3
//   dog_over_wolf false
//   ...

#include <filesystem>
#include <optional>

#include "core/rules.hpp"
#include "core/util/result.hpp"

namespace jungle::tablebase {

struct Manifest {
  int animals = 0;   // all tables of up to so many are there; 0: a build is not yet that far
  RuleFields rules;  // board rules; the other fields as in a default rule set
};

std::filesystem::path manifest_path(const std::filesystem::path& folder);
void write_manifest(const std::filesystem::path& folder, const Manifest& manifest);
// Refuses a folder without one, and one that is not as written.
Result<Manifest> read_manifest(const std::filesystem::path& folder);

}  // namespace jungle::tablebase
