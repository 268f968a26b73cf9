#include "selfplay/data/archive.hpp"

#include <gtest/gtest.h>

namespace jungle {
namespace {

std::vector<ArchiveEntry> entries() {
  return {{"first", "some text"}, {"second.npy", std::string(1000, '\x07')}, {"empty", ""}};
}

TEST(Archive, GivesBackWhatWasPutIn) {
  const auto read = read_archive(make_archive(entries()));
  ASSERT_TRUE(read) << read.error();
  ASSERT_EQ(read->size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ((*read)[i].name, entries()[i].name);
    EXPECT_EQ((*read)[i].bytes, entries()[i].bytes);
  }
}

TEST(Archive, EqualContentsAreEqualBytes) { EXPECT_EQ(make_archive(entries()), make_archive(entries())); }

TEST(Archive, RefusesEveryFlippedBit) {
  const std::string good = make_archive(entries());
  for (std::size_t byte = 0; byte < good.size(); ++byte) {
    std::string bad = good;
    bad[byte] = static_cast<char>(bad[byte] ^ (1 << (byte % 8)));
    EXPECT_FALSE(read_archive(bad)) << "byte " << byte;
  }
}

TEST(Archive, RefusesEveryTruncation) {
  const std::string good = make_archive(entries());
  for (std::size_t size = 0; size < good.size(); ++size)
    EXPECT_FALSE(read_archive(std::string_view(good).substr(0, size))) << size;
}

TEST(Archive, SaysWhatIsWrong) {
  EXPECT_NE(read_archive("not a zip").error().find("not a zip archive"), std::string::npos);
  std::string bad = make_archive(entries());
  bad[40] = static_cast<char>(bad[40] ^ 1);
  EXPECT_NE(read_archive(bad).error().find("checksum"), std::string::npos);
}

}  // namespace
}  // namespace jungle
