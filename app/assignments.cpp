#include "app/assignments.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/util/text.hpp"

namespace jungle {

Result<std::vector<Assignment>> split_assignments(std::string_view options) {
  std::vector<Assignment> assignments;
  std::string part;
  bool quoted = false;
  const auto finish = [&]() -> Status {
    const std::size_t equals = part.find('=');
    if (equals == part.npos) return Error{fmt::format("\"{}\" is not key=value", printable(part))};
    Assignment assignment{part.substr(0, equals), part.substr(equals + 1)};
    const auto same_key = [&](const Assignment& other) { return other.key == assignment.key; };
    if (std::ranges::any_of(assignments, same_key)) {
      return Error{fmt::format("\"{}\" is given twice", printable(assignment.key))};
    }
    assignments.push_back(std::move(assignment));
    part.clear();
    return Done{};
  };
  for (const char c : options) {
    if (c == '"') {
      quoted = !quoted;
    } else if (c == ',' && !quoted) {
      if (const Status done = finish(); !done) return Error{done.error()};
    } else {
      part += c;
    }
  }
  if (quoted) return Error{"a quote is not closed"};
  if (const Status done = finish(); !done) return Error{done.error()};
  return assignments;
}

}  // namespace jungle
