#pragma once
// Small text helpers. Views returned point into the argument.

#include <string>
#include <string_view>
#include <vector>

namespace jungle {

// "a//b" gives "a", "", "b".
std::vector<std::string_view> split(std::string_view text, char separator);
// At spaces, tabs and line ends; none is empty.
std::vector<std::string_view> split_words(std::string_view text);

// For messages: other bytes than printable ASCII as \xNN, and no more than 80 characters of it.
std::string printable(std::string_view text);

// The candidate most like `word`, for "did you mean"; empty when none is near (edit distance above a third of
// its length, plus one).
std::string_view nearest(std::string_view word, const std::vector<std::string_view>& candidates);

// The end of a message about a misspelt word, e.g. `; did you mean "wango"?`; empty when none is near.
std::string did_you_mean(std::string_view word, const std::vector<std::string_view>& candidates);

// How deep the brackets of a JSON text nest, those within strings left out. Of hostile texts: readers and
// copies of JSON recurse, and the stack ends. None of our files nests deeper than kMostJsonNesting.
inline constexpr int kMostJsonNesting = 64;
int json_nesting(std::string_view text);

}  // namespace jungle
