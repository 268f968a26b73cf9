#include "search/signature.hpp"

#include <gtest/gtest.h>

namespace jungle {
namespace {

TEST(Signature, IsTheSameEachTime) {
  const std::uint64_t first = search_signature();
  EXPECT_GT(first, 100000U);
  EXPECT_EQ(search_signature(), first);
}

}  // namespace
}  // namespace jungle
