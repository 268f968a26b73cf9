#pragma once
// Files that are never half written: bytes go to `<path>.tmp`, are flushed to the disk, and are renamed to
// `path`. A reader sees the whole old file or the whole new one, and a crash leaves at most the .tmp file,
// which the next write of the same path replaces. The one place of core that may throw: std::system_error
// with the path when the disk refuses. POSIX. Thread rule: of two writers of one path at once the second is
// refused with an exception; different paths are independent.
//
//   write_file_atomically(run / "manifest.json", text);
//
//   AtomicFile file(path);  // in parts
//   file.write(header);
//   file.write(rest);
//   file.commit();          // without it the destructor throws the bytes away

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "core/util/result.hpp"

namespace jungle {

void write_file_atomically(const std::filesystem::path& path, std::string_view bytes);

class AtomicFile {
 public:
  explicit AtomicFile(std::filesystem::path path);
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;
  ~AtomicFile();

  void write(std::string_view bytes);
  void commit();  // flush, rename, flush the folder; nothing may be written after it

 private:
  std::filesystem::path path_;
  int descriptor_ = -1;  // -1 once committed
};

// Adds to the end of a file, made if missing, and flushes. A crash or a full disk may leave a part of it.
void append_to_file(const std::filesystem::path& path, std::string_view bytes);

// For libraries that write files by themselves: let them write temporary_name(path), then call this.
std::filesystem::path temporary_name(const std::filesystem::path& path);
void commit_file(const std::filesystem::path& path);

// The whole file, or one line saying why not: missing, a folder, unreadable, larger than max_bytes.
Result<std::string> read_file(const std::filesystem::path& path, std::uint64_t max_bytes);

}  // namespace jungle
