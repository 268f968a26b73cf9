#pragma once
// Where a run lives on disk, and who may use it: one process at a time (flock), with the configuration it was
// begun with.
//
//   manifest.json    format, config in force, facts about program and machine; written once, after net 0
//   checkpoint.json  what is done; replaced as a whole after each generation: the moment a generation counts
//   metrics.jsonl    one line a generation; a checkpoint holds its length, and settle() cuts it to that
//   nets/gen-0007.safetensors        every net
//   nets/gen-0007.optimizer.pt       of the latest net only
//   nets/best -> gen-0007.safetensors
//   games/gen-0006-000.npz, .pgn     self_play.hpp's
//
// Thread rule: hostile.

#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "core/util/result.hpp"
#include "nn/weights.hpp"
#include "selfplay/checkpoint.hpp"
#include "selfplay/folder_lock.hpp"
#include "selfplay/settings.hpp"

namespace jungle {

class RunDirectory {
 public:
  // Creates the directory, or opens the one that is there. Refuses, with nothing changed: a directory that
  // another process uses, one that is not a run, a configuration that differs (the message names the
  // options), files that are damaged. Throws std::system_error when the disk refuses. `facts` go into the
  // manifest of a new run: commit, versions, machine. `initial` becomes net 0 of a new run, on disk before
  // the manifest is: a run that exists has its first net.
  static Result<RunDirectory> open(const std::filesystem::path& path, const TrainConfig& config,
                                   const std::map<std::string, std::string>& facts,
                                   const NetWeights& initial);

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path games() const { return path_ / "games"; }
  std::filesystem::path net(int generation) const;
  std::filesystem::path optimizer(int generation) const;

  // The last checkpoint; none in a run that has just begun.
  const std::optional<Checkpoint>& checkpoint() const { return checkpoint_; }

  // Undoes what a process that was killed left behind the checkpoint: metrics lines that don't count,
  // optimiser states, the link to the best net. Until then an opened run is only read. Precondition: a
  // checkpoint.
  void settle();
  // Appends a line to the metrics and flushes it. It counts once commit() has been called.
  void append_metrics(const nlohmann::ordered_json& line);
  // Makes `checkpoint` (metrics_bytes and optimizer_hash are filled in) the last one, points `best` at its
  // best net, and deletes other optimiser states. Precondition: its nets and optimiser state are on disk.
  void commit(Checkpoint checkpoint);

 private:
  RunDirectory(std::filesystem::path path, FolderLock lock)
      : path_(std::move(path)), lock_(std::move(lock)) {}
  Status adopt(const TrainConfig& config);
  Status read_checkpoint();
  Status check_metrics() const;
  Status begin(const TrainConfig& config, const std::map<std::string, std::string>& facts,
               NetWeights initial);
  Status make_folders();
  void tidy();  // what follows from the checkpoint: the link to the best net, one optimiser state

  std::filesystem::path path_;
  FolderLock lock_;
  // Against `jungle selfplay`, which knows of no run around its folder.
  std::optional<FolderLock> games_lock_;
  std::optional<Checkpoint> checkpoint_;
};

// The configuration that an existing run was begun with.
Result<TrainConfig> config_of_run(const std::filesystem::path& path);

}  // namespace jungle
