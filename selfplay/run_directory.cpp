#include "selfplay/run_directory.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <system_error>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>
#include <xxhash.h>

#include "core/util/check.hpp"
#include "core/util/file.hpp"
#include "core/util/text.hpp"
#include "selfplay/config_json.hpp"
#include "selfplay/train_config.hpp"

namespace jungle {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr int kRunVersion = 1;
constexpr std::string_view kRunFormat = "jungle-run";
constexpr std::uint64_t kMaxJsonBytes = 10'000'000;

// What the disk refuses is one line with the path, as everywhere.
void check(const std::error_code& error, const fs::path& path) {
  if (error) throw std::system_error(error, path.string());
}

bool is_there(const fs::path& path) {
  std::error_code unreadable;  // the lock or the reader will say why
  return fs::exists(path, unreadable);
}

Result<Json> read_json(const fs::path& path) {
  const auto text = read_file(path, kMaxJsonBytes);
  if (!text) return Error{text.error()};
  if (json_nesting(*text) > kMostJsonNesting)
    return Error{fmt::format("{}: nests deeper than any file of ours", path.string())};
  Json json = Json::parse(*text, nullptr, false);
  if (!json.is_object()) return Error{fmt::format("{}: not a JSON object", path.string())};
  return json;
}

Result<Json> read_manifest(const fs::path& run) {
  const fs::path path = run / "manifest.json";
  auto manifest = read_json(path);
  if (!manifest) return manifest;
  const auto format = manifest->find("format"), version = manifest->find("version");
  if (format == manifest->end() || *format != kRunFormat || version == manifest->end() ||
      *version != kRunVersion)
    return Error{fmt::format("{}: expected format {} version {}", path.string(), kRunFormat, kRunVersion)};
  return manifest;
}

// A symbolic link is replaced by renaming a new one over it: readers see the old or the new target, never
// none.
void point(const fs::path& link, const fs::path& target) {
  const fs::path temporary = temporary_name(link);
  std::error_code error;
  fs::remove(temporary, error);
  fs::create_symlink(target, temporary, error);
  check(error, temporary);
  fs::rename(temporary, link, error);
  check(error, link);
}

// Of its bytes; 0 without a file.
std::uint64_t hash_of_file(const fs::path& path) {
  if (!is_there(path)) return 0;
  const auto bytes = read_file(path, std::numeric_limits<std::uint64_t>::max());
  return bytes ? XXH3_64bits(bytes->data(), bytes->size()) : 0;
}

// Missing, empty, or with no more than what a start that was killed before the manifest leaves behind.
bool is_fresh(const fs::path& path) {
  if (!is_there(path)) return true;
  const fs::path nets = path / "nets", first = nets / "gen-0000.safetensors";
  const std::array<fs::path, 5> leftovers = {temporary_name(path / "manifest.json"), path / "games", nets,
                                             first, temporary_name(first)};
  std::error_code error;
  fs::recursive_directory_iterator entry(path, error);
  for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error))
    if (std::find(leftovers.begin(), leftovers.end(), entry->path()) == leftovers.end()) return false;
  return !error;
}

}  // namespace

Result<RunDirectory> RunDirectory::open(const fs::path& path, const TrainConfig& config,
                                        const std::map<std::string, std::string>& facts,
                                        const NetWeights& initial) {
  const bool fresh = is_fresh(path);
  if (!fresh && !is_there(path / "manifest.json"))
    return Error{
        fmt::format("{}: not a run directory (it has no manifest.json); give --run a new or an empty one",
                    path.string())};
  Result<FolderLock> lock = FolderLock::take(path);
  if (!lock) return Error{lock.error()};
  RunDirectory run(path, *std::move(lock));
  if (fresh && !is_there(path / "manifest.json")) {
    if (const Status begun = run.begin(config, facts, initial); !begun) return Error{begun.error()};
    return run;
  }
  Status status = run.adopt(config);
  if (status) status = run.read_checkpoint();
  if (status) status = run.check_metrics();
  if (!status) return Error{status.error()};
  return run;
}

Status RunDirectory::begin(const TrainConfig& config, const std::map<std::string, std::string>& facts,
                           NetWeights initial) {
  if (Status made = make_folders(); !made) return made;
  initial.metadata["generation"] = "0";
  initial.metadata["steps"] = "0";
  save_weights(net(0), initial);
  Json manifest{{"format", kRunFormat}, {"version", kRunVersion}, {"config", config_to_json(config)}};
  for (const auto& [name, value] : facts) manifest[name] = value;
  write_file_atomically(path_ / "manifest.json", manifest.dump(2) + "\n");
  return Done{};
}

Status RunDirectory::make_folders() {
  std::error_code error;
  fs::create_directories(path_ / "nets", error);
  check(error, path_ / "nets");
  Result<FolderLock> lock = FolderLock::take(games());
  if (!lock) return Error{lock.error()};
  games_lock_.emplace(*std::move(lock));
  return Done{};
}

Status RunDirectory::adopt(const TrainConfig& config) {
  const auto manifest = read_manifest(path_);
  if (!manifest) return Error{manifest.error()};
  const auto before = config_from_json(manifest->value("config", Json()));
  if (!before)
    return Error{fmt::format("{}: {}; the run was begun by another version of this program",
                             (path_ / "manifest.json").string(), before.error())};
  const auto differing = differing_options(*before, config);
  if (differing.empty()) return Done{};
  return Error{fmt::format(
      "{}: the run was begun with another configuration: {}; give --run another directory for a new run",
      path_.string(), fmt::join(differing, ", "))};
}

Status RunDirectory::read_checkpoint() {
  if (Status made = make_folders(); !made) return made;
  const fs::path path = path_ / "checkpoint.json";
  if (!is_there(path)) return Done{};
  const auto json = read_json(path);
  if (!json) return Error{json.error()};
  const auto found = checkpoint_from_json(*json);
  if (!found) return Error{fmt::format("{}: {}", path.string(), found.error())};
  checkpoint_ = *found;
  const fs::path optimizer_path = optimizer(checkpoint_->generation);
  if (hash_of_file(optimizer_path) != checkpoint_->optimizer_hash)
    return Error{fmt::format("{}: missing, damaged or not the state the checkpoint was made with",
                             optimizer_path.string())};
  return Done{};
}

Status RunDirectory::check_metrics() const {
  const fs::path path = path_ / "metrics.jsonl";
  const std::int64_t wanted = checkpoint_ ? checkpoint_->metrics_bytes : 0;
  if (wanted == 0 && !is_there(path)) return Done{};
  std::error_code error;
  if (!fs::is_regular_file(path, error))
    return Error{fmt::format("{}: missing or not a file; the checkpoint counts on {} bytes of it",
                             path.string(), wanted)};
  const auto size = fs::file_size(path, error);
  check(error, path);
  if (size < static_cast<std::uintmax_t>(wanted))
    return Error{
        fmt::format("{}: shorter than the {} bytes the checkpoint counts on", path.string(), wanted)};
  // A run has a checkpoint before it has metrics.
  if (!checkpoint_ && size > 0)
    return Error{fmt::format("{}: missing, though generations were finished; put it back",
                             (path_ / "checkpoint.json").string())};
  return Done{};
}

void RunDirectory::settle() {
  JUNGLE_CHECK(checkpoint_);
  const fs::path path = path_ / "metrics.jsonl";
  if (is_there(path)) {
    std::error_code error;
    fs::resize_file(path, static_cast<std::uintmax_t>(checkpoint_->metrics_bytes), error);
    check(error, path);
  }
  tidy();
}

fs::path RunDirectory::net(int generation) const {
  return path_ / "nets" / fmt::format("gen-{:04}.safetensors", generation);
}

fs::path RunDirectory::optimizer(int generation) const {
  return path_ / "nets" / fmt::format("gen-{:04}.optimizer.pt", generation);
}

void RunDirectory::append_metrics(const Json& line) {
  append_to_file(path_ / "metrics.jsonl", line.dump() + "\n");
}

void RunDirectory::commit(Checkpoint checkpoint) {
  const fs::path metrics = path_ / "metrics.jsonl";
  std::error_code error;
  const auto size = fs::file_size(metrics, error);
  const bool missing = error == std::errc::no_such_file_or_directory;
  if (!missing) check(error, metrics);
  checkpoint.metrics_bytes = missing ? 0 : static_cast<std::int64_t>(size);
  checkpoint.optimizer_hash = hash_of_file(optimizer(checkpoint.generation));
  write_file_atomically(path_ / "checkpoint.json", to_json(checkpoint).dump(2) + "\n");
  checkpoint_ = checkpoint;
  tidy();
}

void RunDirectory::tidy() {
  const fs::path nets = path_ / "nets";
  point(nets / "best", net(checkpoint_->best_generation).filename());
  std::vector<fs::path> unused;
  std::error_code error;
  fs::directory_iterator entry(nets, error);
  for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
    const fs::path& path = entry->path();
    if (path.string().ends_with(".optimizer.pt") && path != optimizer(checkpoint_->generation))
      unused.push_back(path);
  }
  check(error, nets);
  for (const fs::path& path : unused) {
    fs::remove(path, error);
    check(error, path);
  }
}

Result<TrainConfig> config_of_run(const fs::path& path) {
  const auto manifest = read_manifest(path);
  if (!manifest) return Error{manifest.error()};
  auto config = config_from_json(manifest->value("config", Json()));
  if (!config) return Error{fmt::format("{}: {}", (path / "manifest.json").string(), config.error())};
  return config;
}

}  // namespace jungle
