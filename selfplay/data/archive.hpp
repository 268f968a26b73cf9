#pragma once
// A zip archive held in memory, with a checksum of the whole file in its comment. Stored, not deflated, and
// with zip times zero, so that equal contents are equal bytes whatever the library's version. Any zip reader
// opens it; ours also refuses a file in which a single bit was changed or cut off.

#include <string>
#include <string_view>
#include <vector>

#include "core/util/result.hpp"

namespace jungle {

struct ArchiveEntry {
  std::string name;
  std::string bytes;
};

// Throws std::runtime_error when libzip runs out of memory.
std::string make_archive(const std::vector<ArchiveEntry>& entries);

// The entries in file order. The checksum is compared before anything is looked at.
Result<std::vector<ArchiveEntry>> read_archive(std::string_view bytes);

}  // namespace jungle
