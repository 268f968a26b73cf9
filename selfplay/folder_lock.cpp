#include "selfplay/folder_lock.hpp"

#include <cerrno>
#include <system_error>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace jungle {

Result<FolderLock> FolderLock::take(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error == std::errc::not_a_directory || error == std::errc::file_exists)
    return Error{folder.string() + ": a file is in the way of this directory; give another one"};
  if (error) throw std::system_error(error, "cannot make " + folder.string());

  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0)
    throw std::system_error(errno, std::generic_category(), "cannot open " + folder.string());
  FolderLock lock(descriptor);
  if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0) return lock;
  if (errno != EWOULDBLOCK)
    throw std::system_error(errno, std::generic_category(), "cannot lock " + folder.string());
  return Error{folder.string() + ": in use by another process; wait for it or give another directory"};
}

FolderLock::~FolderLock() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

}  // namespace jungle
