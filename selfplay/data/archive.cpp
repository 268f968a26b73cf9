#include "selfplay/data/archive.hpp"

#include <memory>
#include <stdexcept>

#include <fmt/format.h>
#include <xxhash.h>
#include <zip.h>

namespace jungle {
namespace {

// The comment is the last thing in a zip file, so the checksum's digits are the last bytes: they cover all
// bytes before them.
constexpr std::string_view kCommentPrefix = "xxh3:";
constexpr std::size_t kDigits = 16;
constexpr zip_uint16_t kFirstDay = 1 << 5 | 1;  // 1 January 1980, the zero of zip dates

std::string digits(std::string_view covered) {
  return fmt::format("{:016x}", XXH3_64bits(covered.data(), covered.size()));
}

[[noreturn]] void fail(const char* what, const char* why) {
  throw std::runtime_error(fmt::format("libzip: {}: {}", what, why));
}

struct SourceDeleter {
  void operator()(zip_source_t* source) const { zip_source_free(source); }
};
using Source = std::unique_ptr<zip_source_t, SourceDeleter>;

struct ArchiveDeleter {
  void operator()(zip_t* archive) const { zip_discard(archive); }
};
using Archive = std::unique_ptr<zip_t, ArchiveDeleter>;

void add_entry(zip_t* archive, const ArchiveEntry& entry) {
  zip_source_t* data = zip_source_buffer(archive, entry.bytes.data(), entry.bytes.size(), 0);
  if (data == nullptr) fail("cannot add an entry", zip_strerror(archive));
  const zip_int64_t at = zip_file_add(archive, entry.name.c_str(), data, ZIP_FL_ENC_UTF_8);
  if (at < 0) {
    zip_source_free(data);
    fail("cannot add an entry", zip_strerror(archive));
  }
  const auto index = static_cast<zip_uint64_t>(at);
  if (zip_set_file_compression(archive, index, ZIP_CM_STORE, 0) != 0 ||
      zip_file_set_dostime(archive, index, 0, kFirstDay, 0) != 0)
    fail("cannot set up an entry", zip_strerror(archive));
}

std::string contents(zip_source_t* source) {
  if (zip_source_open(source) != 0)
    fail("cannot read back the archive", zip_error_strerror(zip_source_error(source)));
  std::string bytes;
  zip_stat_t facts;
  if (zip_source_stat(source, &facts) == 0 && (facts.valid & ZIP_STAT_SIZE) != 0) {
    bytes.resize(facts.size);
    const zip_int64_t got = zip_source_read(source, bytes.data(), bytes.size());
    if (got < 0 || static_cast<std::size_t>(got) != bytes.size()) bytes.clear();
  }
  zip_source_close(source);
  if (bytes.empty()) fail("cannot read back the archive", "short read");
  return bytes;
}

Result<std::string> read_entry(zip_t* archive, zip_uint64_t index, std::string_view name, zip_uint64_t size) {
  const std::unique_ptr<zip_file_t, int (*)(zip_file_t*)> file(zip_fopen_index(archive, index, 0),
                                                               zip_fclose);
  if (!file) return Error{fmt::format("entry {} cannot be opened: {}", name, zip_strerror(archive))};
  std::string bytes(size, '\0');
  const zip_int64_t got = zip_fread(file.get(), bytes.data(), size);
  if (got < 0 || static_cast<zip_uint64_t>(got) != size)
    return Error{fmt::format("entry {} is cut off or damaged", name)};
  return bytes;
}

}  // namespace

std::string make_archive(const std::vector<ArchiveEntry>& entries) {
  zip_error_t error;
  zip_error_init(&error);
  const Source source(zip_source_buffer_create(nullptr, 0, 0, &error));
  if (!source) fail("cannot create a buffer", zip_error_strerror(&error));
  Archive archive(zip_open_from_source(source.get(), ZIP_TRUNCATE, &error));
  if (!archive) fail("cannot create an archive", zip_error_strerror(&error));
  zip_source_keep(source.get());  // the archive owns one reference, `source` the other

  for (const ArchiveEntry& entry : entries) add_entry(archive.get(), entry);
  const std::string comment = std::string(kCommentPrefix) + std::string(kDigits, '0');
  if (zip_set_archive_comment(archive.get(), comment.data(), static_cast<zip_uint16_t>(comment.size())) != 0)
    fail("cannot set the comment", zip_strerror(archive.get()));
  if (zip_close(archive.get()) != 0) fail("cannot write the archive", zip_strerror(archive.get()));
  static_cast<void>(archive.release());  // zip_close freed it

  std::string bytes = contents(source.get());
  const std::size_t covered = bytes.size() - kDigits;
  bytes.replace(covered, kDigits, digits(std::string_view(bytes).substr(0, covered)));
  return bytes;
}

Result<std::vector<ArchiveEntry>> read_archive(std::string_view bytes) {
  if (!bytes.starts_with("PK")) return Error{"not a zip archive"};
  if (bytes.size() < kDigits ||
      bytes.substr(bytes.size() - kDigits) != digits(bytes.substr(0, bytes.size() - kDigits)))
    return Error{"the checksum does not match: the file is damaged or cut off"};

  zip_error_t error;
  zip_error_init(&error);
  zip_source_t* source = zip_source_buffer_create(bytes.data(), bytes.size(), 0, &error);
  if (source == nullptr) return Error{fmt::format("libzip: {}", zip_error_strerror(&error))};
  const Archive archive(zip_open_from_source(source, ZIP_RDONLY, &error));
  if (!archive) {
    zip_source_free(source);
    return Error{fmt::format("not a readable zip archive: {}", zip_error_strerror(&error))};
  }
  std::vector<ArchiveEntry> entries;
  const zip_int64_t count = zip_get_num_entries(archive.get(), 0);
  for (zip_int64_t i = 0; i < count; ++i) {
    const auto index = static_cast<zip_uint64_t>(i);
    zip_stat_t facts;
    if (zip_stat_index(archive.get(), index, 0, &facts) != 0 || facts.size > bytes.size())
      return Error{fmt::format("entry {} of the archive is damaged or deflated beyond reason", i)};
    auto entry = read_entry(archive.get(), index, facts.name, facts.size);
    if (!entry) return Error{entry.error()};
    entries.push_back({facts.name, *std::move(entry)});
  }
  return entries;
}

}  // namespace jungle
