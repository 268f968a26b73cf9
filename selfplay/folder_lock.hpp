#pragma once
// One process a folder: an exclusive flock on the folder itself, so no lock file can be left over. The kernel
// drops it with the process. Thread rule: hostile.
//
//   Result<FolderLock> lock = FolderLock::take(folder);
//   if (!lock) return usage_error(lock.error());   // "...: in use by another process..."

#include <filesystem>
#include <utility>

#include "core/util/result.hpp"

namespace jungle {

class FolderLock {
 public:
  // Makes the folder if it is missing. Refuses one that another holder has, and a path where a file is in the
  // way; throws std::system_error when the disk refuses.
  static Result<FolderLock> take(const std::filesystem::path& folder);

  FolderLock(FolderLock&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  FolderLock& operator=(FolderLock&&) = delete;
  ~FolderLock();  // gives it up

 private:
  explicit FolderLock(int descriptor) : descriptor_(descriptor) {}

  int descriptor_;  // -1 when moved from
};

}  // namespace jungle
