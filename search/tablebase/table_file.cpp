#include "search/tablebase/table_file.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <new>
#include <span>
#include <utility>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <xxhash.h>
#include <zstd.h>

#include "core/util/descriptor.hpp"

namespace jungle::tablebase {
namespace {

bool is_as_written(std::string_view compressed, std::uint32_t check) {
  return static_cast<std::uint32_t>(XXH3_64bits(compressed.data(), compressed.size())) == check;
}

}  // namespace

Decoder::Decoder() : values_(kBlockBytes), context_(ZSTD_createDCtx(), ZSTD_freeDCtx) {
  if (context_ == nullptr) throw std::bad_alloc();
}

std::span<const ValueCode> Decoder::decode(std::string_view compressed, std::uint32_t check) {
  if (!is_as_written(compressed, check)) return {};
  const std::size_t size = ZSTD_decompressDCtx(context_.get(), values_.data(), values_.size(),
                                               compressed.data(), compressed.size());
  if (ZSTD_isError(size) != 0) return {};
  return std::span(values_).first(size);
}

void TableFile::Unmap::operator()(const char* begin) const {
  // munmap() wants the address as mmap() gave it.
  ::munmap(const_cast<char*>(begin), bytes);  // NOLINT(cppcoreguidelines-pro-type-const-cast)
}

TableFile::TableFile(TableHeader header, Mapping mapping)
    : header_(std::move(header)), layout_(header_.material), mapping_(std::move(mapping)) {}

Result<TableFile> TableFile::open(const std::filesystem::path& path, const Material& material,
                                  std::uint64_t rules_key) {
  // Without a word of advice where the system refuses: building would not help.
  const auto fail = [&](int error) { return Error{path.string() + ": " + std::strerror(error)}; };
  const auto refuse = [&](const std::string& why) {
    return Error{path.string() + ": " + why + "; jungle tablebase build makes it again"};
  };
  // A pipe of that name must not wait for a writer.
  const Descriptor descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  struct stat status {};
  if (!descriptor.is_open() && errno == ENOENT) return refuse("not there");
  if (!descriptor.is_open() || ::fstat(descriptor.get(), &status) != 0) return fail(errno);
  if (!S_ISREG(status.st_mode) || status.st_size == 0) return refuse("not a table file");
  const auto bytes = static_cast<std::size_t>(status.st_size);
  void* begin = ::mmap(nullptr, bytes, PROT_READ, MAP_PRIVATE, descriptor.get(), 0);
  if (begin == MAP_FAILED) return fail(errno);
  Mapping mapping(static_cast<const char*>(begin), Unmap{bytes});

  Result<TableHeader> header = parse_table_header({mapping.get(), bytes}, bytes);
  if (!header) return refuse(header.error());
  if (header->material != material)
    return refuse("the table of another material, " + header->material.name());
  if (header->rules_key != rules_key) return refuse("a table of another rule set");
  return TableFile(*std::move(header), std::move(mapping));
}

std::string_view TableFile::compressed(std::size_t block) const {
  const std::size_t begin = header_.blocks[block].offset;
  const std::size_t end =
      block + 1 < header_.blocks.size() ? header_.blocks[block + 1].offset : mapping_.get_deleter().bytes;
  return {mapping_.get() + begin, end - begin};
}

std::span<const ValueCode> TableFile::decode(std::size_t block, Decoder& decoder) const {
  const auto values = decoder.decode(compressed(block), header_.blocks[block].check);
  const std::uint64_t expected = std::min<std::uint64_t>(kBlockBytes, header_.values() - block * kBlockBytes);
  return values.size() == expected ? values : std::span<const ValueCode>();
}

bool TableFile::is_whole() const {
  for (std::size_t block = 0; block < header_.blocks.size(); ++block)
    if (!is_as_written(compressed(block), header_.blocks[block].check)) return false;
  return true;
}

}  // namespace jungle::tablebase
