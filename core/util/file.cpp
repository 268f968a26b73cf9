#include "core/util/file.hpp"

#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/util/descriptor.hpp"

namespace jungle {
namespace {

[[noreturn]] void refuse(const char* what, const std::filesystem::path& path) {
  throw std::system_error(errno, std::generic_category(), std::string(what) + " " + path.string());
}

constexpr mode_t kReadableByAll = 0644;

Descriptor open_file(const std::filesystem::path& path, int flags) {
  return Descriptor(::open(path.c_str(), flags | O_CLOEXEC, kReadableByAll));
}

// A short write is not an error yet: the next one says why.
void write_all(int descriptor, std::string_view bytes, const std::filesystem::path& path) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) refuse("cannot write", path);
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

bool is_open_as(int descriptor, const std::filesystem::path& path) {
  struct stat opened = {}, named = {};
  return ::fstat(descriptor, &opened) == 0 && ::stat(path.c_str(), &named) == 0 &&
         opened.st_dev == named.st_dev && opened.st_ino == named.st_ino;
}

// Without this a rename may be undone by a power cut.
void flush_folder_of(const std::filesystem::path& path) {
  const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
  const Descriptor descriptor = open_file(folder, O_RDONLY | O_DIRECTORY);
  if (!descriptor.is_open()) refuse("cannot open the folder", folder);
  // Some file systems can't flush a folder (EINVAL): then there is nothing to do.
  if (::fsync(descriptor.get()) != 0 && errno != EINVAL) refuse("cannot flush the folder", folder);
}

void rename_over(const std::filesystem::path& path) {
  if (::rename(temporary_name(path).c_str(), path.c_str()) != 0) {
    const int reason = errno;
    ::unlink(temporary_name(path).c_str());
    errno = reason;
    refuse("cannot rename to", path);
  }
  flush_folder_of(path);
}

}  // namespace

std::filesystem::path temporary_name(const std::filesystem::path& path) {
  std::filesystem::path name = path;
  return name += ".tmp";
}

void commit_file(const std::filesystem::path& path) {
  const std::filesystem::path temporary = temporary_name(path);
  const Descriptor descriptor = open_file(temporary, O_RDONLY);
  if (!descriptor.is_open()) refuse("cannot open", temporary);
  if (::fsync(descriptor.get()) != 0) refuse("cannot flush", temporary);
  rename_over(path);
}

AtomicFile::AtomicFile(std::filesystem::path path) : path_(std::move(path)) {
  const std::filesystem::path temporary = temporary_name(path_);
  do {
    if (descriptor_ >= 0) ::close(descriptor_);
    descriptor_ = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, kReadableByAll);
    if (descriptor_ < 0) refuse("cannot create", temporary);
    if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
      ::close(std::exchange(descriptor_, -1));
      errno = EBUSY;
      refuse("another program writes", temporary);
    }
    // Its writer may have renamed it between the opening and the lock. Where there are no locks we go on
    // without.
  } while (!is_open_as(descriptor_, temporary));
  if (::ftruncate(descriptor_, 0) != 0) {  // what a kill left
    const int reason = errno;
    ::close(std::exchange(descriptor_, -1));
    errno = reason;
    refuse("cannot empty", temporary);
  }
}

AtomicFile::~AtomicFile() {
  if (descriptor_ < 0) return;
  ::unlink(temporary_name(path_).c_str());  // while it is locked: it is ours
  ::close(descriptor_);
}

void AtomicFile::write(std::string_view bytes) { write_all(descriptor_, bytes, temporary_name(path_)); }

void AtomicFile::commit() {
  if (::fsync(descriptor_) != 0) refuse("cannot flush", temporary_name(path_));
  rename_over(path_);
  ::close(std::exchange(descriptor_, -1));
}

void append_to_file(const std::filesystem::path& path, std::string_view bytes) {
  const Descriptor descriptor = open_file(path, O_WRONLY | O_CREAT | O_APPEND);
  if (!descriptor.is_open()) refuse("cannot open", path);
  write_all(descriptor.get(), bytes, path);
  if (::fsync(descriptor.get()) != 0) refuse("cannot flush", path);
}

void write_file_atomically(const std::filesystem::path& path, std::string_view bytes) {
  AtomicFile file(path);
  file.write(bytes);
  file.commit();
}

Result<std::string> read_file(const std::filesystem::path& path, std::uint64_t max_bytes) {
  const auto error = [&path](const std::string& why) { return Error{path.string() + ": " + why}; };
  const Descriptor descriptor = open_file(path, O_RDONLY | O_NONBLOCK);  // a pipe is refused, not waited for
  struct stat info = {};
  if (!descriptor.is_open() || ::fstat(descriptor.get(), &info) != 0) return error(std::strerror(errno));
  if (!S_ISREG(info.st_mode)) return error("not a regular file");
  const auto size = static_cast<std::uint64_t>(info.st_size);
  if (size > max_bytes) {
    return error(std::to_string(size) + " bytes, at most " + std::to_string(max_bytes) + " expected");
  }
  std::string bytes(size, '\0');
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t got = ::read(descriptor.get(), bytes.data() + done, bytes.size() - done);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return error(std::strerror(errno));
    if (got == 0) break;  // it shrank meanwhile
    done += static_cast<std::size_t>(got);
  }
  bytes.resize(done);
  return bytes;
}

}  // namespace jungle
