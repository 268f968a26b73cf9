#include "selfplay/data/npy.hpp"

#include <gtest/gtest.h>

namespace jungle {
namespace {

using Shape = std::vector<std::uint64_t>;

TEST(Npy, HeaderIsPaddedAsTheFormatAsks) {
  const std::string text = "{'descr': '<f4', 'fortran_order': False, 'shape': (3,), }";
  const std::string header = npy_header("<f4", {3});
  ASSERT_EQ(header.size(), 128U);
  EXPECT_EQ(header.substr(0, 10), std::string("\x93NUMPY\x01\x00\x76\x00", 10));  // 118 bytes follow
  EXPECT_EQ(header.substr(10), text + std::string(117 - text.size(), ' ') + "\n");
}

TEST(Npy, ReadsItsOwnHeaders) {
  for (const Shape& shape : {Shape{0}, Shape{5}, Shape{7, 2}, Shape{}}) {
    const std::string bytes = npy_header("<u8", shape) + "elements";  // the array is a view of it
    const auto array = parse_npy(bytes);
    ASSERT_TRUE(array) << array.error();
    EXPECT_EQ(array->type, "<u8");
    EXPECT_EQ(array->shape, shape);
    EXPECT_EQ(array->elements, "elements");
  }
}

TEST(Npy, ReadsAHeaderAsNumPyWritesTwoDimensions) {
  const std::string text = "{'descr': '|u1', 'fortran_order': False, 'shape': (4, 63), }\n";
  std::string bytes("\x93NUMPY\x01\x00", 8);
  bytes += static_cast<char>(text.size());
  bytes += '\0';
  bytes += text;  // the array is a view of it
  const auto array = parse_npy(bytes);
  ASSERT_TRUE(array) << array.error();
  EXPECT_EQ(array->type, "|u1");
  EXPECT_EQ(array->shape, (Shape{4, 63}));
}

TEST(Npy, RefusesWhatItCannotRead) {
  const std::string good = npy_header("<f4", {3});
  std::string fortran = good;
  fortran.replace(fortran.find("False"), 5, "True ");
  std::string version = good;
  version[6] = 2;
  EXPECT_FALSE(parse_npy("NUMPY"));
  EXPECT_FALSE(parse_npy(good.substr(0, 30)));
  EXPECT_NE(parse_npy(fortran).error().find("Fortran"), std::string::npos);
  EXPECT_FALSE(parse_npy(version));
}

}  // namespace
}  // namespace jungle
