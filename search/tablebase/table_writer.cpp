#include "search/tablebase/table_writer.hpp"

#include <algorithm>
#include <new>
#include <stdexcept>

#include <xxhash.h>
#include <zstd.h>

#include "core/util/file.hpp"
#include "search/tablebase/table_layout.hpp"

namespace jungle::tablebase {
namespace {

// 0.61 bits a value; 0.53 at level 15, which takes ten times as long.
constexpr int kCompressionLevel = 9;

}  // namespace

TableWriter::TableWriter(std::uint64_t rules_key)
    : rules_key_(rules_key), context_(ZSTD_createCCtx(), ZSTD_freeCCtx) {
  if (context_ == nullptr) throw std::bad_alloc();
  block_.resize(ZSTD_compressBound(kBlockBytes));
}

TableWriter::~TableWriter() = default;

void TableWriter::write(const std::filesystem::path& path, const Material& material, const Solver& solver) {
  TableHeader header;
  header.material = material;
  header.rules_key = rules_key_;
  values_.clear();
  for (std::size_t i = 0; i < static_cast<std::size_t>(header.sides()); ++i) {
    const std::size_t begin = values_.size();
    add_values(material, solver.values(kSides[i]));
    Statistics& statistics = header.statistics[i] = solver.statistics(kSides[i]);
    if (statistics.longest_win == 0) continue;
    const auto first = values_.begin() + static_cast<std::ptrdiff_t>(begin);
    // What is repeated where squares are occupied twice was there before, so the first is a true one.
    const auto longest = std::find(first, values_.end(), win_in(static_cast<int>(statistics.longest_win)));
    statistics.longest_win_index = static_cast<std::uint64_t>(longest - first);
  }
  const std::string blocks = compress(header);
  AtomicFile file(path);
  file.write(to_bytes(header));
  file.write(blocks);
  file.commit();
}

// Where squares are occupied twice, the value before is repeated: it costs nothing.
void TableWriter::add_values(const Material& material, const GridValues& values) {
  const TableLayout layout(material);
  const auto leading = static_cast<std::size_t>(layout.animals()) - 1;
  const std::span<const std::uint8_t> last_squares = layout.squares_of(leading);
  std::size_t to = values_.size();
  values_.resize(to + layout.placements());
  ValueCode previous = kDrawCode;
  std::array<Square, kMaxAnimals> squares{};
  for (std::uint64_t at = 0; at < layout.placements(); at += last_squares.size()) {
    layout.squares(at, squares);
    squares[leading] = Square{};
    const std::size_t word = grid_index(std::span(squares).first(static_cast<std::size_t>(layout.animals())));
    for (const std::uint8_t square : last_squares) {
      const ValueCode code = values[word + square];
      if (code != kNoValue) previous = code;
      values_[to++] = previous;
    }
  }
}

// Fills the header's blocks; returns what follows it.
std::string TableWriter::compress(TableHeader& header) {
  std::string bytes;
  const std::size_t first = header_bytes(header.blocks_needed());
  for (std::size_t begin = 0; begin < values_.size(); begin += kBlockBytes) {
    const std::size_t size = std::min<std::size_t>(kBlockBytes, values_.size() - begin);
    const std::size_t compressed = ZSTD_compressCCtx(context_.get(), block_.data(), block_.size(),
                                                     values_.data() + begin, size, kCompressionLevel);
    if (ZSTD_isError(compressed) != 0) throw std::runtime_error(ZSTD_getErrorName(compressed));
    header.blocks.push_back({static_cast<std::uint32_t>(first + bytes.size()),
                             static_cast<std::uint32_t>(XXH3_64bits(block_.data(), compressed))});
    bytes.append(block_.data(), compressed);
  }
  return bytes;
}

}  // namespace jungle::tablebase
