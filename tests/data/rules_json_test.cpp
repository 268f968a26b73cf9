#include "selfplay/data/rules_json.hpp"

#include <gtest/gtest.h>

namespace jungle {
namespace {

TEST(RulesJson, EveryPresetReadsBackAlike) {
  for (const std::string_view name : RuleSet::preset_names()) {
    const RuleSet rules = *RuleSet::preset(name);
    const auto read = rules_from_json(rules_to_json(rules));
    ASSERT_TRUE(read) << read.error();
    EXPECT_EQ(read->name(), name);
    EXPECT_EQ(read->fields(), rules.fields());
  }
}

TEST(RulesJson, HoldsEveryFieldAsText) {
  const auto json = rules_to_json(*RuleSet::preset("panther"));
  EXPECT_EQ(json.size(), rule_field_infos().size() + 1);
  EXPECT_EQ(json["first_side"], "blue");
  EXPECT_EQ(json["max_plies"], "0");
}

TEST(RulesJson, WhatIsNoRuleSetIsRefusedByTheFieldsName) {
  const auto error = [](const char* text) {
    const auto read = rules_from_json(nlohmann::ordered_json::parse(text));
    return read ? std::string() : read.error();
  };
  EXPECT_NE(error("[]"), "");
  EXPECT_NE(error("\"wango\""), "");
  EXPECT_NE(error(R"({"name": 1})").find("name"), std::string::npos);
  EXPECT_NE(error(R"({"max_plies": 100})").find("max_plies"), std::string::npos);
  EXPECT_NE(error(R"({"max_plies": "many"})").find("max_plies"), std::string::npos);
  EXPECT_NE(error(R"({"max_ply": "100"})").find("max_ply"), std::string::npos);
}

}  // namespace
}  // namespace jungle
