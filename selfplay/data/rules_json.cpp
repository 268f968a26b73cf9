#include "selfplay/data/rules_json.hpp"

#include <fmt/format.h>

namespace jungle {

nlohmann::ordered_json rules_to_json(const RuleSet& rules) {
  nlohmann::ordered_json json{{"name", rules.name()}};
  for (const RuleFieldInfo& field : rule_field_infos())
    json[std::string(field.name)] = rule_field_value(rules.fields(), field.name);
  return json;
}

Result<RuleSet> rules_from_json(const nlohmann::ordered_json& json) {
  if (!json.is_object()) return Error{"a rule set is not an object"};
  std::string name;
  RuleFields fields;
  for (const auto& [key, value] : json.items()) {
    if (!value.is_string()) return Error{fmt::format("rule set field {} is not text", key)};
    if (key == "name") {
      name = value.get<std::string>();
      continue;
    }
    const Status set = set_rule_field(fields, key, value.get<std::string>());
    if (!set) return Error{set.error()};
  }
  return RuleSet(name, fields);
}

}  // namespace jungle
