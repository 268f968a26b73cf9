#include "tests/support/positions.hpp"

#include <string>
#include <vector>

#include "core/notation.hpp"

namespace jungle::test {
namespace {

constexpr FixedPosition kPositions[] = {
    {"start", "l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L r 0 1", "wango"},
    // All or nearly all animals on the board, lines opened.
    {"opening", "l5t/1d3c1/2p1w1e/r6/7/6R/E1W1P2/1C3D1/T5L r 4 3", "kawu"},
    {"middle_crowded", "2d2ct/4w2/l1pr2e/3T3/7/2R4/E2P2L/1C1W1D1/7 b 7 18", "wango"},
    {"middle_open", "2c3t/2d1w2/l2p3/6T/1R5/4r2/L2E2e/3W2P/2D4 r 11 31", "wikipedia"},
    {"middle_rats_in_the_rivers", "4d2/1c4t/l2w2e/1R3r1/7/7/E1T3L/2W2P1/2C4 b 3 22", "panther"},
    {"middle_after_trades", "2c4/3w3/l5t/7/3R3/1r5/T5L/3P3/2D4 r 16 40", "halfmove60"},
    // Few animals.
    {"ending_race", "7/3T3/7/l6/7/7/6e/2c4/2C4 r 9 61", "wango"},
    {"ending_lions", "7/2l4/7/7/3r3/7/7/4L2/2R4 b 25 77", "kawu"},
    {"ending_elephant_rat", "7/7/3e3/2R4/7/7/3E3/3r3/7 r 13 58", "leiden"},
    {"ending_three_to_two", "2w4/7/L6/6P/7/3D3/4t2/7/7 b 31 90", "leiden"},
    // Traps, water and dens in play.
    {"traps_contested", "2R1C2/3E3/2c1d2/7/7/7/3L3/2r1l2/2w1P2 b 2 35", "wango"},
    {"dens_in_reach", "2d4/3P3/2c1t2/7/7/7/3w1E1/4p2/2C4 r 5 44", "wikipedia"},
    {"leaps_open", "7/7/1L1l1T1/7/6t/7/e2p3/3P3/7 r 0 50", "wango"},
    {"leaps_blocked", "7/3d3/1L1l1T1/5r1/6t/1R5/3p3/3P3/7 r 0 50", "panther"},
};

std::vector<RuleSet> make_conformance_rule_sets() {
  std::vector<RuleSet> rule_sets;
  for (std::string_view name : RuleSet::preset_names()) rule_sets.push_back(*RuleSet::preset(name));
  const RuleFields base;
  for (const RuleFieldInfo& info : rule_field_infos()) {
    const auto add = [&](std::string_view value) {
      RuleFields fields = base;
      JUNGLE_CHECK(set_rule_field(fields, info.name, value));
      rule_sets.emplace_back("wango:" + std::string(info.name) + "=" + std::string(value), fields);
    };
    const std::string default_value = rule_field_value(base, info.name);
    for (std::string_view value : info.allowed)
      if (value != default_value) add(value);
    if (info.allowed.empty()) add("12");
  }
  return rule_sets;
}

}  // namespace

RuleSet FixedPosition::rules() const { return *RuleSet::preset(preset); }
Position FixedPosition::position() const { return *parse_position(text); }

std::span<const FixedPosition> fixed_positions() { return kPositions; }

const FixedPosition& fixed_position(std::string_view name) {
  for (const FixedPosition& position : kPositions)
    if (position.name == name) return position;
  check_failed("a fixed position of this name exists", __FILE__, __LINE__);
}

std::span<const RuleSet> conformance_rule_sets() {
  static const std::vector<RuleSet> rule_sets = make_conformance_rule_sets();
  return rule_sets;
}

}  // namespace jungle::test
