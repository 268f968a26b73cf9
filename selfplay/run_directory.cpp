#include "selfplay/run_directory.hpp"

#include <cerrno>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>
#include <sys/file.h>
#include <unistd.h>

#include "core/util/file.hpp"
#include "selfplay/config_json.hpp"
#include "selfplay/train_config.hpp"

namespace jungle {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr int kRunVersion = 1;
constexpr std::string_view kRunFormat = "jungle-run";
constexpr std::uint64_t kMaxJsonBytes = 10'000'000;

[[noreturn]] void fail(const fs::path& path) {
  throw std::system_error(errno, std::generic_category(), path.string());
}

Result<Json> read_json(const fs::path& path) {
  const auto text = read_file(path, kMaxJsonBytes);
  if (!text) return Error{text.error()};
  Json json = Json::parse(*text, nullptr, false);
  if (!json.is_object()) return Error{fmt::format("{}: not a JSON object", path.string())};
  return json;
}

Json to_json(const Checkpoint& checkpoint) {
  return {{"generation", checkpoint.generation},
          {"best_generation", checkpoint.best_generation},
          {"steps", checkpoint.steps},
          {"samples", checkpoint.samples},
          {"weights_hash", fmt::format("{:016x}", checkpoint.weights_hash)},
          {"metrics_bytes", checkpoint.metrics_bytes}};
}

Checkpoint checkpoint_from(const Json& json) {
  return {.generation = json.at("generation").get<int>(),
          .best_generation = json.at("best_generation").get<int>(),
          .steps = json.at("steps").get<std::int64_t>(),
          .samples = json.at("samples").get<std::int64_t>(),
          .weights_hash = std::stoull(json.at("weights_hash").get<std::string>(), nullptr, 16),
          .metrics_bytes = json.at("metrics_bytes").get<std::int64_t>()};
}

// A symbolic link is replaced by renaming a new one over it: readers see the old or the new target, never
// none.
void point(const fs::path& link, const fs::path& target) {
  const fs::path temporary = temporary_name(link);
  std::error_code ignored;
  fs::remove(temporary, ignored);
  fs::create_symlink(target, temporary);
  fs::rename(temporary, link);
}

// Missing, empty, or with no more than what a start that was killed at once leaves behind.
bool is_fresh(const fs::path& path) {
  if (!fs::exists(path)) return true;
  if (!fs::is_directory(path)) return false;
  for (const auto& entry : fs::directory_iterator(path))
    if (entry.path() != temporary_name(path / "manifest.json")) return false;
  return true;
}

}  // namespace

Result<RunDirectory> RunDirectory::open(const fs::path& path, const TrainConfig& config,
                                        const std::map<std::string, std::string>& facts) {
  const bool fresh = is_fresh(path);
  if (!fresh && !fs::exists(path / "manifest.json"))
    return Error{
        fmt::format("{}: not a run directory (it has no manifest.json); give --run a new or an empty one",
                    path.string())};
  fs::create_directories(path);
  const int lock = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (lock < 0) fail(path);
  RunDirectory run(path, lock);
  if (::flock(lock, LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK) fail(path);
    return Error{fmt::format("{}: in use by another process; wait for it or give --run another directory",
                             path.string())};
  }
  if (fresh && !fs::exists(path / "manifest.json")) {
    run.begin(config, facts);
    return run;
  }
  Status status = run.adopt(config);
  if (status) status = run.read_checkpoint();
  if (!status) return Error{status.error()};
  return run;
}

RunDirectory::RunDirectory(RunDirectory&& other) noexcept
    : path_(std::move(other.path_)), lock_(std::exchange(other.lock_, -1)), checkpoint_(other.checkpoint_) {}

RunDirectory::~RunDirectory() {
  if (lock_ >= 0) ::close(lock_);  // which also gives up the lock
}

void RunDirectory::begin(const TrainConfig& config, const std::map<std::string, std::string>& facts) {
  Json manifest{{"format", kRunFormat}, {"version", kRunVersion}, {"config", config_to_json(config)}};
  for (const auto& [name, value] : facts) manifest[name] = value;
  write_file_atomically(path_ / "manifest.json", manifest.dump(2) + "\n");
  make_folders();
}

void RunDirectory::make_folders() {
  fs::create_directories(path_ / "nets");
  fs::create_directories(games());
}

Status RunDirectory::adopt(const TrainConfig& config) {
  const fs::path path = path_ / "manifest.json";
  const auto manifest = read_json(path);
  if (!manifest) return Error{manifest.error()};
  if (manifest->value("format", "") != kRunFormat || manifest->value("version", 0) != kRunVersion)
    return Error{fmt::format("{}: expected format {} version {}", path.string(), kRunFormat, kRunVersion)};
  const auto before = config_from_json(manifest->value("config", Json()));
  if (!before)
    return Error{fmt::format("{}: {}; the run was begun by another version of this program", path.string(),
                             before.error())};
  const auto differing = differing_options(*before, config);
  if (differing.empty()) return Done{};
  return Error{fmt::format(
      "{}: the run was begun with another configuration: {}; give --run another directory for a new run",
      path_.string(), fmt::join(differing, ", "))};
}

Status RunDirectory::read_checkpoint() {
  make_folders();
  const fs::path path = path_ / "checkpoint.json";
  const fs::path metrics = path_ / "metrics.jsonl";
  Checkpoint found;
  if (fs::exists(path)) {
    const auto json = read_json(path);
    if (!json) return Error{json.error()};
    try {
      found = checkpoint_from(*json);
    } catch (const std::exception& error) {
      return Error{fmt::format("{}: {}", path.string(), error.what())};
    }
    checkpoint_ = found;
    tidy();
  }
  if (!fs::exists(metrics)) {
    if (found.metrics_bytes == 0) return Done{};
    return Error{fmt::format("{}: missing, the checkpoint counts on {} bytes of it", metrics.string(),
                             found.metrics_bytes)};
  }
  if (fs::file_size(metrics) < static_cast<std::uintmax_t>(found.metrics_bytes))
    return Error{fmt::format("{}: shorter than the {} bytes the checkpoint counts on", metrics.string(),
                             found.metrics_bytes)};
  fs::resize_file(metrics, static_cast<std::uintmax_t>(found.metrics_bytes));
  return Done{};
}

fs::path RunDirectory::net(int generation) const {
  return path_ / "nets" / fmt::format("gen-{:04}.safetensors", generation);
}

fs::path RunDirectory::optimizer(int generation) const {
  return path_ / "nets" / fmt::format("gen-{:04}.optimizer.pt", generation);
}

void RunDirectory::append_metrics(const Json& line) {
  const fs::path path = path_ / "metrics.jsonl";
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  if (file < 0) fail(path);
  const std::string text = line.dump() + "\n";
  const bool written =
      ::write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size()) && ::fsync(file) == 0;
  if (!written) {
    const int reason = errno;
    ::close(file);
    errno = reason;
    fail(path);
  }
  ::close(file);
}

void RunDirectory::commit(Checkpoint checkpoint) {
  std::error_code missing;
  const auto size = fs::file_size(path_ / "metrics.jsonl", missing);
  checkpoint.metrics_bytes = missing ? 0 : static_cast<std::int64_t>(size);
  write_file_atomically(path_ / "checkpoint.json", to_json(checkpoint).dump(2) + "\n");
  checkpoint_ = checkpoint;
  tidy();
}

void RunDirectory::tidy() {
  point(path_ / "nets" / "best", net(checkpoint_->best_generation).filename());
  std::vector<fs::path> unused;
  for (const auto& entry : fs::directory_iterator(path_ / "nets")) {
    const fs::path& path = entry.path();
    if (path.string().ends_with(".optimizer.pt") && path != optimizer(checkpoint_->generation))
      unused.push_back(path);
  }
  for (const fs::path& path : unused) fs::remove(path);
}

Result<TrainConfig> config_of_run(const fs::path& path) {
  const auto manifest = read_json(path / "manifest.json");
  if (!manifest) return Error{manifest.error()};
  auto config = config_from_json(manifest->value("config", Json()));
  if (!config) return Error{fmt::format("{}: {}", (path / "manifest.json").string(), config.error())};
  return config;
}

}  // namespace jungle
