#include "search/tablebase/table_header.hpp"

#include <gtest/gtest.h>

namespace jungle::tablebase {
namespace {

TableHeader sample() {
  TableHeader header;
  header.material = {{0b1000'0000, 0b0000'0010}};
  header.rules_key = 0x123456789abcdef;
  header.statistics[0] = {.won = 1, .drawn = 2, .lost = 3, .longest_win = 55, .longest_win_index = 1000};
  header.statistics[1] = {.won = 4, .drawn = 5, .lost = 6, .longest_win = 7, .longest_win_index = 8};
  for (std::uint64_t i = 0; i < header.blocks_needed(); ++i)
    header.blocks.push_back({static_cast<std::uint32_t>(header_bytes(header.blocks_needed()) + 10 * i), 77});
  return header;
}

TEST(TableHeader, IsReadAsItWasWritten) {
  const TableHeader header = sample();
  const std::string bytes = to_bytes(header);
  EXPECT_EQ(bytes.size(), header_bytes(header.blocks.size()));
  const auto read = parse_table_header(bytes, bytes.size() + 10);
  ASSERT_TRUE(read.has_value()) << read.error();
  EXPECT_EQ(read->material, header.material);
  EXPECT_EQ(read->rules_key, header.rules_key);
  EXPECT_EQ(read->statistics, header.statistics);
  ASSERT_EQ(read->blocks.size(), 1U);
  EXPECT_EQ(read->blocks[0].offset, header.blocks[0].offset);
  EXPECT_EQ(read->blocks[0].check, 77U);
}

TEST(TableHeader, AnyBitThatFlipsAndAnyEndThatIsMissingIsSeen) {
  const std::string bytes = to_bytes(sample());
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    for (unsigned bit = 0; bit < 8; ++bit) {
      std::string damaged = bytes;
      damaged[i] = static_cast<char>(static_cast<unsigned char>(damaged[i]) ^ 1U << bit);
      EXPECT_FALSE(parse_table_header(damaged, bytes.size() + 10).has_value()) << "byte " << i;
    }
    EXPECT_FALSE(parse_table_header(std::string_view(bytes).substr(0, i), i).has_value()) << i << " bytes";
  }
  EXPECT_FALSE(parse_table_header(bytes, bytes.size()).has_value()) << "no blocks behind it";
  EXPECT_FALSE(parse_table_header(bytes, bytes.size() + 40'000).has_value()) << "a block too large";
}

TEST(TableHeader, NumbersThatCannotBeAreRefusedThoughTheChecksumIsRight) {
  const auto refused = [](auto change) {
    TableHeader header = sample();
    change(header.statistics[1]);
    const std::string bytes = to_bytes(header);
    return !parse_table_header(bytes, bytes.size() + 10).has_value();
  };
  EXPECT_FALSE(refused([](Statistics&) {}));
  EXPECT_TRUE(refused([](Statistics& side) { side.longest_win_index = 28 * 49; }));
  EXPECT_TRUE(refused([](Statistics& side) { side.longest_win = 8; }));
  EXPECT_TRUE(refused([](Statistics& side) { side.longest_win = 255; }));
  EXPECT_TRUE(refused([](Statistics& side) { side.won = ~std::uint64_t{0}; }));
}

TEST(TableHeader, AnotherVersionIsNamed) {
  std::string bytes = to_bytes(sample());
  bytes[8] = 9;
  EXPECT_EQ(parse_table_header(bytes, bytes.size() + 10).error(),
            "a table file of version 9, and this program reads 1");
}

}  // namespace
}  // namespace jungle::tablebase
