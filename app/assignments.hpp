#pragma once
// The options that follow a name on the command line: key=value,key="value, with comma",...

#include <string>
#include <string_view>
#include <vector>

#include "core/util/result.hpp"

namespace jungle {

struct Assignment {
  std::string key;
  std::string value;  // without the quotes
};

// Refuses a part without "=", a key that is given twice, a quote that is not closed.
Result<std::vector<Assignment>> split_assignments(std::string_view options);

}  // namespace jungle
