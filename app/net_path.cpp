#include "app/net_path.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>
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

// The number in gen-0012.safetensors; -1 for other names. Text order is not enough: gen-10000 comes after
// gen-9999.
std::int64_t generation_of(std::string_view name) {
  constexpr std::string_view kPrefix = "gen-", kSuffix = ".safetensors";
  if (!name.starts_with(kPrefix) || !name.ends_with(kSuffix)) return -1;
  name.remove_prefix(kPrefix.size());
  name.remove_suffix(kSuffix.size());
  std::int64_t generation = -1;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), generation);
  return error == std::errc{} && end == name.data() + name.size() ? generation : -1;
}

// The net that `best` names, else the last generation; empty when the folder has neither.
fs::path net_in(const fs::path& folder) {
  std::error_code error;
  const fs::path best = folder / "best";
  if (fs::exists(best, error)) return fs::canonical(best, error);
  if (fs::is_symlink(best, error))
    return folder / fs::read_symlink(best, error);  // missing: the reader will say so
  fs::path last;
  std::int64_t last_generation = -1;
  for (const std::string& name : names_in(folder)) {
    const std::int64_t generation = generation_of(name);
    if (generation <= last_generation) continue;
    last_generation = generation;
    last = folder / name;
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

std::vector<GenerationNet> nets_of_run(const fs::path& run) {
  std::vector<GenerationNet> nets;
  for (const std::string& name : names_in(run / "nets")) {
    if (const std::int64_t generation = generation_of(name); generation >= 0)
      nets.push_back({.generation = generation, .path = run / "nets" / name});
  }
  std::ranges::sort(nets, {}, &GenerationNet::generation);
  return nets;
}

}  // namespace jungle
