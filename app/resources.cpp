#include "app/resources.hpp"

#include <algorithm>
#include <fstream>
#include <limits>

#include <fmt/format.h>

namespace jungle {
namespace {

constexpr std::uint64_t kUnknown = std::numeric_limits<std::uint64_t>::max();

std::uint64_t number_in(const char* path) {
  std::uint64_t number = 0;
  std::ifstream file(path);
  return file >> number ? number : kUnknown;
}

// What the kernel thinks can still be had, cut by the control group's limit (version 2, then version 1).
std::uint64_t available_memory() {
  std::uint64_t available = kUnknown;
  std::ifstream meminfo("/proc/meminfo");
  for (std::string line; std::getline(meminfo, line);) {
    if (line.starts_with("MemAvailable:")) available = std::stoull(line.substr(13)) * 1024;
  }
  const std::uint64_t limit = std::min(number_in("/sys/fs/cgroup/memory.max"),
                                       number_in("/sys/fs/cgroup/memory/memory.limit_in_bytes"));
  return std::min(available, limit);
}

Error too_little(const std::vector<ResourcePart>& parts, const std::string& what, std::uint64_t available) {
  const auto largest = std::max_element(parts.begin(), parts.end(),
                                        [](const auto& a, const auto& b) { return a.bytes < b.bytes; });
  return Error{fmt::format(
      "too little {}: this run may need {}, {} can be had; the largest part is {} with {} (option {})", what,
      size_text(total_bytes(parts)), size_text(available), largest->name, size_text(largest->bytes),
      largest->option)};
}

// Of all files. What can't be looked at counts as nothing.
std::uint64_t bytes_below(const std::filesystem::path& folder) {
  std::uint64_t bytes = 0;
  std::error_code error;
  std::filesystem::recursive_directory_iterator entry(folder, error);
  for (; !error && entry != std::filesystem::recursive_directory_iterator(); entry.increment(error)) {
    std::error_code none;
    const bool counts = entry->is_regular_file(none) && !entry->is_symlink(none);
    const auto size = counts ? entry->file_size(none) : 0;
    if (!none) bytes += size;
  }
  return bytes;
}

}  // namespace

Status check_memory(const std::vector<ResourcePart>& parts) {
  const std::uint64_t available = available_memory();
  if (total_bytes(parts) > available) return too_little(parts, "memory", available);
  return Done{};
}

Status check_disk(const std::vector<ResourcePart>& parts, const std::filesystem::path& path) {
  std::filesystem::path folder = std::filesystem::absolute(path);
  while (!std::filesystem::exists(folder) && folder.has_parent_path() && folder != folder.parent_path())
    folder = folder.parent_path();
  std::error_code error;
  const auto space = std::filesystem::space(folder, error);
  if (error) return Done{};  // who writes there will say why
  const std::uint64_t available = space.available + bytes_below(path);
  if (total_bytes(parts) > available) return too_little(parts, "disk", available);
  return Done{};
}

Status check_resources(const TrainConfig& config, int threads, const std::filesystem::path& run) {
  const Status memory = check_memory(memory_parts(config, threads));
  return memory ? check_disk(disk_parts(config), run) : memory;
}

std::string size_text(std::uint64_t bytes) {
  const double megabytes = static_cast<double>(bytes) / (1 << 20);
  return megabytes < 1024 ? fmt::format("{:.1f} MiB", megabytes)
                          : fmt::format("{:.1f} GiB", megabytes / 1024);
}

std::string plan_text(const std::vector<ResourcePart>& parts) {
  std::string text;
  for (const ResourcePart& part : parts)
    text += fmt::format("  {:<18} {:>10}  {}\n", part.name, size_text(part.bytes), part.option);
  return text + fmt::format("  {:<18} {:>10}\n", "sum", size_text(total_bytes(parts)));
}

}  // namespace jungle
