#include "search/tablebase/board_rules.hpp"

#include <gtest/gtest.h>

namespace jungle::tablebase {
namespace {

const RuleFields& fields_of(std::string_view preset) {
  static const std::vector<RuleSet> kPresets = [] {
    std::vector<RuleSet> presets;
    for (const std::string_view name : RuleSet::preset_names()) presets.push_back(*RuleSet::preset(name));
    return presets;
  }();
  for (const RuleSet& rules : kPresets)
    if (rules.name() == preset) return rules.fields();
  throw std::out_of_range("no such preset");
}

TEST(BoardRules, DrawRulesDoNotCount) {
  for (const char* name : {"kawu", "halfmove60"}) {
    EXPECT_TRUE(same_board_rules(fields_of("wango"), fields_of(name))) << name;
    EXPECT_EQ(board_rules_key(fields_of("wango")), board_rules_key(fields_of(name))) << name;
  }
}

TEST(BoardRules, WhatMakesMovesDoes) {
  for (const char* name : {"panther", "wikipedia", "leiden"}) {
    EXPECT_FALSE(same_board_rules(fields_of("wango"), fields_of(name))) << name;
    EXPECT_NE(board_rules_key(fields_of("wango")), board_rules_key(fields_of(name))) << name;
  }
  EXPECT_EQ(board_rule_differences(fields_of("wikipedia"), fields_of("wango")),
            "trapped_attack full, not none");
}

}  // namespace
}  // namespace jungle::tablebase
