#pragma once
// The part of a rule set that tables depend on: what makes moves and ends on the board. Who moves first and
// the draw rules do not count, so tables made for `wango` serve `kawu` and `halfmove60`.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/rules.hpp"

namespace jungle::tablebase {

std::vector<std::string_view> board_rule_names();

bool same_board_rules(const RuleFields& a, const RuleFields& b);
// "trapped_attack full, not none": what `have` has and `want` has not; empty when they are the same.
std::string board_rule_differences(const RuleFields& have, const RuleFields& want);
// A hash of names and values: equal for the same board rules.
std::uint64_t board_rules_key(const RuleFields& fields);

}  // namespace jungle::tablebase
