#pragma once
// Which files of games a user means by a path: a shard, a folder of shards, or a run directory. Only names
// are looked at; read_shard() judges what is in them. Thread rule: safe.

#include <filesystem>
#include <string>
#include <vector>

#include "core/util/result.hpp"

namespace jungle {

// Sorted by name within each path, each file once. Refuses a path without any.
Result<std::vector<std::filesystem::path>> find_shards(const std::vector<std::string>& paths);

// The text record that selfplay writes beside a shard; it may be missing.
std::filesystem::path record_beside(const std::filesystem::path& shard);

}  // namespace jungle
