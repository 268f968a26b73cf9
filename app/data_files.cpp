#include "app/data_files.hpp"

#include <algorithm>
#include <set>
#include <system_error>

#include <fmt/format.h>

namespace jungle {
namespace {

namespace fs = std::filesystem;

Result<std::vector<fs::path>> shards_in(const fs::path& folder) {
  std::vector<fs::path> shards;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    if (entry->path().extension() == ".npz") shards.push_back(entry->path());
  }
  if (error) return Error{fmt::format("{}: {}", folder.string(), error.message())};
  std::ranges::sort(shards);
  return shards;
}

Result<std::vector<fs::path>> shards_of(const fs::path& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (!fs::exists(status)) return Error{fmt::format("{}: there is no such file or folder", path.string())};
  if (!fs::is_directory(status)) return std::vector<fs::path>{path};
  const fs::path games = path / "games";  // of a run directory
  auto shards = shards_in(fs::is_directory(games, error) ? games : path);
  if (shards && shards->empty())
    return Error{fmt::format("{}: there is no shard (*.npz) in it", path.string())};
  return shards;
}

}  // namespace

Result<std::vector<fs::path>> find_shards(const std::vector<std::string>& paths) {
  std::vector<fs::path> all;
  std::set<fs::path> seen;
  for (const std::string& path : paths) {
    const auto shards = shards_of(path);
    if (!shards) return Error{shards.error()};
    for (const fs::path& shard : *shards) {
      std::error_code error;
      if (seen.insert(fs::weakly_canonical(shard, error)).second) all.push_back(shard);
    }
  }
  return all;
}

fs::path record_beside(const fs::path& shard) { return fs::path(shard).replace_extension(".pgn"); }

}  // namespace jungle
