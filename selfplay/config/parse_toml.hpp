#pragma once
// TOML text to a table, for every reader of configuration files. The parser below it recurses once a level of
// nesting, so a text that nests deeper than any configuration needs is refused before it is parsed.
//
//   Result<toml::table> table = parse_toml(text, "my.toml");   // error: "my.toml:3: ..."
//
// Thread rule: pure functions.

#include <string_view>

#include <toml++/toml.h>

#include "core/util/result.hpp"

namespace jungle {

inline constexpr int kMaxTomlNesting = 16;

// `origin` names the text in messages, which are one line with the number of the line that is wrong.
Result<toml::table> parse_toml(std::string_view text, std::string_view origin);

// Refuses brackets and braces nested, or keys dotted, more than kMaxTomlNesting times. What stands in strings
// and comments does not count. Says nothing about other mistakes.
Status check_toml_nesting(std::string_view text, std::string_view origin);

}  // namespace jungle
