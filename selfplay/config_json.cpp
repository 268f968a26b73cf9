#include "selfplay/config_json.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selfplay/train_options.hpp"

namespace jungle {
namespace {

constexpr std::string_view kRulesOption = "game.rules";

nlohmann::ordered_json rules_to_json(const RuleSet& rules) {
  nlohmann::ordered_json json{{"name", rules.name()}};
  for (const RuleFieldInfo& field : rule_field_infos())
    json[std::string(field.name)] = rule_field_value(rules.fields(), field.name);
  return json;
}

Result<RuleSet> rules_from_json(const nlohmann::ordered_json& json) {
  if (!json.is_object()) return Error{"game.rules is not an object"};
  std::string name;
  RuleFields fields;
  for (const auto& [key, value] : json.items()) {
    if (!value.is_string()) return Error{fmt::format("game.rules: {} is not text", key)};
    if (key == "name") {
      name = value.get<std::string>();
      continue;
    }
    const Status set = set_rule_field(fields, key, value.get<std::string>());
    if (!set) return Error{set.error()};
  }
  return RuleSet(name, fields);
}

Result<OptionValue> value_from_json(const nlohmann::ordered_json& json) {
  if (json.is_boolean()) return OptionValue(json.get<bool>());
  if (json.is_number_integer()) return OptionValue(json.get<std::int64_t>());
  if (json.is_number()) return OptionValue(json.get<double>());
  if (json.is_string()) return OptionValue(json.get<std::string>());
  if (!json.is_array()) return Error{"neither a flag, a number, a text nor a list"};
  std::vector<std::string> list;
  for (const auto& item : json) {
    if (!item.is_string()) return Error{"a list of something else than texts"};
    list.push_back(item.get<std::string>());
  }
  return OptionValue(list);
}

}  // namespace

nlohmann::ordered_json config_to_json(const TrainConfig& config) {
  nlohmann::ordered_json json;
  for (const TrainOption& option : train_options()) {
    if (option.name == kRulesOption) {
      json[option.name] = rules_to_json(config.rules);
    } else {
      std::visit([&](const auto& value) { json[option.name] = value; }, option.get(config));
    }
  }
  return json;
}

Result<TrainConfig> config_from_json(const nlohmann::ordered_json& json) {
  if (!json.is_object()) return Error{"the configuration is not an object"};
  TrainConfig config;
  for (const auto& [name, value] : json.items()) {
    if (name == kRulesOption) {
      auto rules = rules_from_json(value);
      if (!rules) return Error{rules.error()};
      config.rules = *std::move(rules);
      continue;
    }
    const TrainOption* option = find_train_option(name);
    if (option == nullptr) return Error{fmt::format("unknown option {}", name)};
    const auto given = value_from_json(value);
    if (!given) return Error{fmt::format("{}: {}", name, given.error())};
    const Status set = option->set(config, *given);
    if (!set) return Error{fmt::format("{}: {}", name, set.error())};
  }
  return config;
}

}  // namespace jungle
