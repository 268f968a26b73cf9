#pragma once
// A table file, mapped into memory: nothing of it is read before it is asked for. Whoever cuts a file short
// while it is mapped ends the program (SIGBUS), as with any mapped file; a build replaces files and never
// cuts them.
//
// Thread rule: immutable; a Decoder is hostile.

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string_view>
#include <vector>

#include "core/util/result.hpp"
#include "search/tablebase/table_header.hpp"
#include "search/tablebase/table_layout.hpp"

struct ZSTD_DCtx_s;

namespace jungle::tablebase {

// Decompresses blocks into a buffer of its own.
class Decoder {
 public:
  Decoder();

  // The block's values; empty when the bytes are not what was written.
  std::span<const ValueCode> decode(std::string_view compressed, std::uint32_t check);

 private:
  std::vector<ValueCode> values_;
  std::unique_ptr<ZSTD_DCtx_s, std::size_t (*)(ZSTD_DCtx_s*)> context_;
};

class TableFile {
 public:
  // Refuses what is no table of this material and these rules.
  static Result<TableFile> open(const std::filesystem::path& path, const Material& material,
                                std::uint64_t rules_key);

  const TableHeader& header() const { return header_; }
  const TableLayout& layout() const { return layout_; }

  // Where the value of a placement lies. Precondition: Red to move where only that is stored.
  std::uint64_t value_at(std::uint64_t placement, Side to_move) const {
    return placement + (to_move == Side::kBlue ? layout_.placements() : 0);
  }
  // The values of a block; empty when it is damaged.
  std::span<const ValueCode> decode(std::size_t block, Decoder& decoder) const;
  // Every block is as it was written. Reads the whole file.
  bool is_whole() const;

 private:
  struct Unmap {
    std::size_t bytes;
    void operator()(const char* begin) const;
  };
  using Mapping = std::unique_ptr<const char, Unmap>;

  TableFile(TableHeader header, Mapping mapping);
  std::string_view compressed(std::size_t block) const;

  TableHeader header_;
  TableLayout layout_;
  Mapping mapping_;
};

}  // namespace jungle::tablebase
