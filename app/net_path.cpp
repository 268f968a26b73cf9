#include "app/net_path.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace jungle {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kNamesShown = 8;

// Sorted, weights files before the others.
std::vector<std::string> names_in(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    names.push_back(entry.path().filename().string() + (entry.is_directory(error) ? "/" : ""));
  }
  std::ranges::sort(names);
  // Not the ranges form: clang 14 cannot compile it with GCC 12's library.
  std::stable_partition(names.begin(), names.end(),
                        [](const std::string& name) { return name.ends_with(".safetensors"); });
  return names;
}

std::string what_is_in(const fs::path& folder) {
  std::vector<std::string> names = names_in(folder);
  if (names.empty()) return fmt::format("{} is empty", folder.string());
  const std::size_t more = names.size() - std::min(names.size(), kNamesShown);
  names.resize(names.size() - more);
  return fmt::format("{} holds {}{}", folder.string(), fmt::join(names, ", "),
                     more > 0 ? fmt::format(" and {} more", more) : "");
}

// The net that `best` names, else the last generation; empty when the folder has neither.
fs::path net_in(const fs::path& folder) {
  std::error_code error;
  if (fs::exists(folder / "best", error)) return fs::canonical(folder / "best", error);
  fs::path last;
  for (const std::string& name : names_in(folder)) {
    if (name.starts_with("gen-") && name.ends_with(".safetensors"))
      last = folder / name;  // names sort by number
  }
  return last;
}

}  // namespace

Result<fs::path> find_net(const fs::path& path) {
  std::error_code error;
  if (!fs::exists(path, error)) {
    const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
    const bool folder_exists = fs::is_directory(folder, error);
    return Error{
        fmt::format("{}: no such file or directory; {}", path.string(),
                    folder_exists ? what_is_in(folder) : folder.string() + " does not exist either")};
  }
  if (!fs::is_directory(path, error)) return path;
  for (const fs::path& folder : {path / "nets", path}) {
    if (!fs::is_directory(folder, error)) continue;
    if (const fs::path net = net_in(folder); !net.empty()) return net;
  }
  const fs::path searched = fs::is_directory(path / "nets", error) ? path / "nets" : path;
  return Error{
      fmt::format("{}: no net there (expected a .safetensors file, or a run directory with nets/best "
                  "or nets/gen-*.safetensors); {}",
                  path.string(), what_is_in(searched))};
}

}  // namespace jungle
