#include "search/tablebase/table_header.hpp"

#include <bit>
#include <cstring>
#include <utility>

#include <xxhash.h>

#include "search/tablebase/table_layout.hpp"

namespace jungle::tablebase {
namespace {

static_assert(std::endian::native == std::endian::little, "table files are little endian");

constexpr std::string_view kMagic = "JUNGLETB";
constexpr std::size_t kFixedBytes = 128;  // up to the blocks
constexpr std::size_t kChecksumAt = 120;  // the last of the fixed bytes
constexpr std::size_t kBytesOfBlock = 8;

template <typename Number>
void put(std::string& bytes, Number number) {
  std::array<char, sizeof(Number)> raw;
  std::memcpy(raw.data(), &number, sizeof number);
  bytes.append(raw.data(), raw.size());
}

class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}

  template <typename Number>
  Number get() {
    Number number;
    std::memcpy(&number, bytes_.data() + at_, sizeof number);
    at_ += sizeof number;
    return number;
  }

 private:
  std::string_view bytes_;
  std::size_t at_ = 0;
};

// Of all but the checksum itself.
std::uint64_t checksum(std::string_view header) {
  const std::uint64_t fixed = XXH3_64bits(header.data(), kChecksumAt);
  return XXH3_64bits_withSeed(header.data() + kFixedBytes, header.size() - kFixedBytes, fixed);
}

// What a hostile file could not say without harm later.
bool may_be(const Statistics& side, std::uint64_t longest_win, std::uint64_t placements) {
  const std::uint64_t most = 2 * placements;  // with mirror images
  return side.won <= most && side.drawn <= most && side.lost <= most && side.longest_win_index < placements &&
         (longest_win == 0 || (longest_win % 2 == 1 && longest_win <= kMaxWinPlies));
}

// One after the other, none empty, none larger than a frame of so many values can be.
bool blocks_may_be(const std::vector<Block>& blocks, std::uint64_t file_bytes) {
  constexpr std::uint64_t kMostBytes = kBlockBytes + kBlockBytes / 64;
  std::uint64_t begin = header_bytes(blocks.size());
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const std::uint64_t end = i + 1 < blocks.size() ? blocks[i + 1].offset : file_bytes;
    if (blocks[i].offset != begin || end <= begin || end - begin > kMostBytes) return false;
    begin = end;
  }
  return true;
}

}  // namespace

std::uint64_t TableHeader::values() const {
  return TableLayout(material).placements() * static_cast<std::uint64_t>(sides());
}

std::string table_file_name(const Material& material) { return material.name() + ".jtb"; }

std::size_t header_bytes(std::size_t blocks) { return kFixedBytes + blocks * kBytesOfBlock; }

std::string to_bytes(const TableHeader& header) {
  std::string bytes(kMagic);
  put(bytes, kTableVersion);
  put(bytes, header.material.animals[0]);
  put(bytes, header.material.animals[1]);
  put(bytes, static_cast<std::uint16_t>(header.sides()));
  put(bytes, header.rules_key);
  put(bytes, header.values());
  put(bytes, kBlockBytes);
  put(bytes, static_cast<std::uint32_t>(header.blocks.size()));
  for (const Statistics& side : header.statistics) {
    put(bytes, side.won);
    put(bytes, side.drawn);
    put(bytes, side.lost);
    put(bytes, side.longest_win_index);
    put(bytes, std::uint64_t{side.longest_win});
  }
  put(bytes, std::uint64_t{0});
  for (const Block& block : header.blocks) {
    put(bytes, block.offset);
    put(bytes, block.check);
  }
  const std::uint64_t sum = checksum(bytes);
  std::memcpy(bytes.data() + kChecksumAt, &sum, sizeof sum);
  return bytes;
}

Result<TableHeader> parse_table_header(std::string_view bytes, std::uint64_t file_bytes) {
  if (bytes.size() < kFixedBytes || !bytes.starts_with(kMagic)) return Error{"not a table file"};
  Reader reader(bytes.substr(kMagic.size()));
  if (const auto version = reader.get<std::uint32_t>(); version != kTableVersion)
    return Error{"a table file of version " + std::to_string(version) + ", and this program reads " +
                 std::to_string(kTableVersion)};
  TableHeader header;
  for (std::uint8_t& animals : header.material.animals) animals = reader.get<std::uint8_t>();
  const auto sides = reader.get<std::uint16_t>();
  header.rules_key = reader.get<std::uint64_t>();
  const auto values = reader.get<std::uint64_t>();
  const auto block_bytes = reader.get<std::uint32_t>();
  const auto blocks = reader.get<std::uint32_t>();

  const Error damaged{"a damaged table file"};
  const Material& material = header.material;
  if (material.count(Side::kRed) == 0 || material.count(Side::kBlue) == 0 || material.count() > kMaxAnimals ||
      !material.is_canonical() || sides != header.sides() || values != header.values() ||
      block_bytes != kBlockBytes || blocks != header.blocks_needed() || bytes.size() < header_bytes(blocks))
    return damaged;
  for (Statistics& side : header.statistics) {
    side.won = reader.get<std::uint64_t>();
    side.drawn = reader.get<std::uint64_t>();
    side.lost = reader.get<std::uint64_t>();
    side.longest_win_index = reader.get<std::uint64_t>();
    const auto longest = reader.get<std::uint64_t>();
    if (!may_be(side, longest, TableLayout(material).placements())) return damaged;
    side.longest_win = static_cast<std::uint32_t>(longest);
  }
  if (reader.get<std::uint64_t>() != checksum(bytes.substr(0, header_bytes(blocks)))) return damaged;
  for (std::uint32_t i = 0; i < blocks; ++i) {
    Block block;
    block.offset = reader.get<std::uint32_t>();
    block.check = reader.get<std::uint32_t>();
    header.blocks.push_back(block);
  }
  return blocks_may_be(header.blocks, file_bytes) ? Result<TableHeader>(std::move(header)) : damaged;
}

}  // namespace jungle::tablebase
