#include "selfplay/config_json.hpp"

#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selfplay/data/rules_json.hpp"
#include "selfplay/self_play_rules.hpp"
#include "selfplay/train_options.hpp"

namespace jungle {
namespace {

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

nlohmann::ordered_json mix_to_json(const std::vector<RuleSet>& mix) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const RuleSet& rules : mix) list.push_back(rules_to_json(rules));
  return list;
}

Result<std::vector<RuleSet>> mix_from_json(const nlohmann::ordered_json& json) {
  if (!json.is_array()) return Error{"not a list"};
  std::vector<RuleSet> mix;
  for (const auto& item : json) {
    auto rules = rules_from_json(item);
    if (!rules) return Error{rules.error()};
    mix.push_back(*std::move(rules));
  }
  return mix;
}

}  // namespace

nlohmann::ordered_json config_to_json(const TrainConfig& config) {
  nlohmann::ordered_json json;
  for (const TrainOption& option : train_options()) {
    if (option.name == kRulesOption) {
      json[option.name] = rules_to_json(config.rules);
    } else if (option.name == kRuleMixOption) {
      json[option.name] = mix_to_json(config.rule_mix);
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
      if (!rules) return Error{fmt::format("{}: {}", name, rules.error())};
      config.rules = *std::move(rules);
      continue;
    }
    if (name == kRuleMixOption) {
      auto mix = mix_from_json(value);
      if (!mix) return Error{fmt::format("{}: {}", name, mix.error())};
      config.rule_mix = *std::move(mix);
      continue;
    }
    const TrainOption* option = find_train_option(name);
    if (option == nullptr) return Error{fmt::format("unknown option {}", name)};
    const auto given = value_from_json(value);
    if (!given) return Error{fmt::format("{}: {}", name, given.error())};
    const Status set = option->set(config, *given);
    if (!set) return Error{fmt::format("{}: {}", name, set.error())};
  }
  for (const TrainOption& option : train_options())
    if (!json.contains(option.name)) return Error{fmt::format("the option {} is missing", option.name)};
  return config;
}

}  // namespace jungle
