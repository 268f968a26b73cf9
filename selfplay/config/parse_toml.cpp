#include "selfplay/config/parse_toml.hpp"

#include <algorithm>
#include <string>

namespace jungle {
namespace {

// Walks over the text outside strings and comments. A string that never ends stops the walk: the parser
// refuses it there, before anything behind it.
class NestingScan {
 public:
  explicit NestingScan(std::string_view text) : rest_(text) {}

  // The line on which the text nests too deep; 0 when it does not.
  int line_too_deep() {
    while (!rest_.empty()) {
      const char c = rest_.front();
      if (c == '#') {
        rest_.remove_prefix(std::min(rest_.find('\n'), rest_.size()));
      } else if (c == '"' || c == '\'') {
        skip_string(c);
      } else {
        rest_.remove_prefix(1);
        count(c);
        if (brackets_ > kMaxTomlNesting || dots_ >= kMaxTomlNesting) return line_;
      }
    }
    return 0;
  }

 private:
  void count(char c) {
    if (c == '.') ++dots_;
    if (c == '[' || c == '{') ++brackets_;
    if (c == ']' || c == '}') brackets_ = std::max(brackets_ - 1, 0);
    if (std::string_view("[]{}=,\n").find(c) != std::string_view::npos) dots_ = 0;  // another key or value
    if (c == '\n') ++line_;
  }

  void skip_string(char quote) {
    const std::string one(1, quote), three(3, quote);
    const std::string& fence = rest_.starts_with(three) ? three : one;
    rest_.remove_prefix(fence.size());
    while (!rest_.empty() && !rest_.starts_with(fence)) {
      const bool escape = quote == '"' && (rest_.starts_with("\\\"") || rest_.starts_with("\\\\"));
      if (rest_.front() == '\n') ++line_;
      if (rest_.front() == '\n' && fence == one) rest_ = {};
      rest_.remove_prefix(std::min<std::size_t>(escape ? 2 : 1, rest_.size()));
    }
    rest_.remove_prefix(std::min(fence.size(), rest_.size()));
    // Up to two quotes may stand before the three that close.
    for (int i = 0; i < 2 && fence == three && rest_.starts_with(quote); ++i) rest_.remove_prefix(1);
  }

  std::string_view rest_;
  int line_ = 1;
  int brackets_ = 0;  // open here
  int dots_ = 0;      // of the key, or of the value, here
};

// The parser's words, but where they are odd.
std::string in_our_words(const std::string& description) {
  constexpr std::string_view kTwice = "cannot redefine existing ";
  const std::size_t at = description.find(kTwice);
  if (at == std::string::npos) return description;
  const std::size_t name = description.find('\'', at);
  return name == std::string::npos ? description : description.substr(name) + " is given twice";
}

std::string place(std::string_view origin, std::int64_t line) {
  return std::string(origin) + ":" + std::to_string(line) + ": ";
}

}  // namespace

Status check_toml_nesting(std::string_view text, std::string_view origin) {
  const int line = NestingScan(text).line_too_deep();
  if (line == 0) return Done{};
  return Error{place(origin, line) + "nested deeper than " + std::to_string(kMaxTomlNesting) +
               " levels; options are at most a few levels deep"};
}

Result<toml::table> parse_toml(std::string_view text, std::string_view origin) {
  if (const Status shallow = check_toml_nesting(text, origin); !shallow) return Error{shallow.error()};
  try {
    return toml::parse(text);
  } catch (const toml::parse_error& error) {
    return Error{place(origin, error.source().begin.line) + in_our_words(std::string(error.description()))};
  }
}

}  // namespace jungle
