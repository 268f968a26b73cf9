#pragma once
// Fixed positions by name, the same for tests and benchmarks, so that a figure and a failure speak of the
// same board.

#include <span>
#include <string_view>

#include "core/position.hpp"
#include "core/rules.hpp"

namespace jungle::test {

struct FixedPosition {
  std::string_view name;
  std::string_view text;
  std::string_view
      preset;  // the rule set it is meant for; it is a valid, unfinished position under every preset

  RuleSet rules() const;
  Position position() const;
};

std::span<const FixedPosition> fixed_positions();
// Precondition: such a name exists.
const FixedPosition& fixed_position(std::string_view name);

// Each preset, then wango with one field changed to each other value it may have ("wango:lion_jump=rows"; a
// ply limit gets a small value): every rule set that conformance tests go through.
std::span<const RuleSet> conformance_rule_sets();

}  // namespace jungle::test
