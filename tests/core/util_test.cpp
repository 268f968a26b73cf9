// Results, checks and text helpers.

#include <memory>

#include <gtest/gtest.h>

#include "core/util/check.hpp"
#include "core/util/result.hpp"
#include "core/util/text.hpp"

namespace jungle {
namespace {

TEST(Result, HoldsAValueOrAMessage) {
  const Result<int> value = 7;
  ASSERT_TRUE(value);
  EXPECT_EQ(*value, 7);
  const Result<int> error = Error{"no number"};
  ASSERT_FALSE(error.has_value());
  EXPECT_EQ(error.error(), "no number");
}

TEST(Result, MovesWhatCannotBeCopied) {
  Result<std::unique_ptr<int>> result = std::make_unique<int>(3);
  const std::unique_ptr<int> taken = *std::move(result);
  EXPECT_EQ(*taken, 3);
}

TEST(Result, AStringValueIsNotAMessage) {
  const Result<std::string> value = std::string("text");
  ASSERT_TRUE(value);
  EXPECT_EQ(value->size(), 4U);
}

TEST(ResultDeathTest, ReadingTheWrongOneIsABug) {
  const Result<int> value = 7;
  const Result<int> error = Error{"no number"};
  EXPECT_DEATH(static_cast<void>(*error), "internal error: has_value\\(\\) does not hold");
  EXPECT_DEATH(static_cast<void>(value.error()), "internal error: !has_value\\(\\) does not hold");
}

// The place is given from the root of the sources; a compiler cache may put ../ before it.
TEST(CheckDeathTest, SaysWhatDoesNotHoldAndWhere) {
  EXPECT_DEATH(JUNGLE_CHECK(1 + 1 == 3),
               "internal error: 1 \\+ 1 == 3 does not hold \\((\\.\\./)*tests/core/util_test.cpp:");
}

TEST(Text, SplitKeepsEmptyParts) {
  EXPECT_EQ(split("a//b", '/'), (std::vector<std::string_view>{"a", "", "b"}));
  EXPECT_EQ(split("", '/'), (std::vector<std::string_view>{""}));
  EXPECT_EQ(split("/", '/'), (std::vector<std::string_view>{"", ""}));
}

TEST(Text, WordsAreSplitAtAnySpace) {
  EXPECT_EQ(split_words(" a\tbc \r\n d"), (std::vector<std::string_view>{"a", "bc", "d"}));
  EXPECT_TRUE(split_words(" \n").empty());
  EXPECT_TRUE(split_words("").empty());
}

TEST(Text, JsonNestingCountsBracketsOutsideStrings) {
  EXPECT_EQ(json_nesting("3"), 0);
  EXPECT_EQ(json_nesting(R"({"a": [1, {"b": []}], "c": {}})"), 4);
  EXPECT_EQ(json_nesting(R"({"[[[\"[[": "\\"})"), 1);
  EXPECT_EQ(json_nesting(std::string(1'000'000, '[')), 1'000'000);
}

TEST(Text, PrintableShowsOtherBytesInHexAndCutsLongText) {
  EXPECT_EQ(printable("a b~"), "a b~");
  EXPECT_EQ(printable("a\n\x7f\xff"), "a\\x0a\\x7f\\xff");
  EXPECT_EQ(printable(std::string(80, 'x')), std::string(80, 'x'));
  EXPECT_EQ(printable(std::string(81, 'x')), std::string(80, 'x') + "...");
}

TEST(Text, NearestFindsMisspellingsAndNothingFarOff) {
  const std::vector<std::string_view> names = {"wango", "kawu", "panther", "halfmove60"};
  EXPECT_EQ(nearest("wnago", names), "wango");
  EXPECT_EQ(nearest("panter", names), "panther");
  EXPECT_EQ(nearest("halfmove", names), "halfmove60");
  EXPECT_EQ(nearest("kawu", names), "kawu");
  EXPECT_EQ(nearest("international", names), "");
  EXPECT_EQ(nearest("wango", {}), "");
  EXPECT_EQ(did_you_mean("wnago", names), "; did you mean \"wango\"?");
  EXPECT_EQ(did_you_mean("international", names), "");
}

}  // namespace
}  // namespace jungle
