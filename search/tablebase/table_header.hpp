#pragma once
// The head of a table file, docs/formats.md: what the table is, what it holds, where its blocks are.

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/util/result.hpp"
#include "search/tablebase/material.hpp"
#include "search/tablebase/statistics.hpp"

namespace jungle::tablebase {

inline constexpr std::uint32_t kTableVersion = 1;
// Values of one block before compression: small enough to decompress in 20 microseconds, large enough for a
// good ratio.
inline constexpr std::uint32_t kBlockBytes = 32768;

struct Block {
  std::uint32_t offset = 0;  // in the file; it ends where the next begins, the last with the file
  std::uint32_t check = 0;   // the low half of XXH3 of its compressed bytes
};

struct TableHeader {
  Material material;
  std::uint64_t rules_key = 0;
  std::array<Statistics, 2> statistics;  // by side to move; Blue's are zero when only Red's values are stored
  std::vector<Block> blocks;             // Red's values, then Blue's

  // Red to move alone where the side swap maps the material to itself.
  int sides() const { return material.is_symmetric() ? 1 : 2; }
  std::uint64_t values() const;  // of all sides stored
  std::uint64_t blocks_needed() const { return (values() + kBlockBytes - 1) / kBlockBytes; }
};

// The name of a material's file within the folder of its tables.
std::string table_file_name(const Material& material);

// Of the head of a table with so many blocks.
std::size_t header_bytes(std::size_t blocks);
std::string to_bytes(const TableHeader& header);
// From the first bytes of a file, or the whole of it; refuses another version and damage. Blocks are within
// `file_bytes` and in order.
Result<TableHeader> parse_table_header(std::string_view bytes, std::uint64_t file_bytes);

}  // namespace jungle::tablebase
