#include "search/tablebase/board_rules.hpp"

#include <algorithm>
#include <array>

#include <xxhash.h>

namespace jungle::tablebase {

std::vector<std::string_view> board_rule_names() {
  constexpr std::array<std::string_view, 4> kOthers = {"first_side", "repetition", "no_capture_draw_plies",
                                                       "max_plies"};
  std::vector<std::string_view> names;
  for (const RuleFieldInfo& info : rule_field_infos())
    if (std::find(kOthers.begin(), kOthers.end(), info.name) == kOthers.end()) names.push_back(info.name);
  return names;
}

bool same_board_rules(const RuleFields& a, const RuleFields& b) {
  return board_rule_differences(a, b).empty();
}

std::string board_rule_differences(const RuleFields& have, const RuleFields& want) {
  std::string differences;
  for (const std::string_view name : board_rule_names()) {
    const std::string has = rule_field_value(have, name), wanted = rule_field_value(want, name);
    if (has == wanted) continue;
    if (!differences.empty()) differences += "; ";
    differences.append(name).append(" ").append(has).append(", not ").append(wanted);
  }
  return differences;
}

std::uint64_t board_rules_key(const RuleFields& fields) {
  std::string text;
  for (const std::string_view name : board_rule_names())
    text.append(name).append("=").append(rule_field_value(fields, name)).append("\n");
  return XXH3_64bits(text.data(), text.size());
}

}  // namespace jungle::tablebase
