#include "selfplay/config_json.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "selfplay/data/rules_json.hpp"
#include "selfplay/train_options.hpp"

namespace jungle {
namespace {

constexpr std::string_view kRulesOption = "game.rules";

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
      if (!rules) return Error{fmt::format("{}: {}", name, rules.error())};
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
  for (const TrainOption& option : train_options())
    if (!json.contains(option.name)) return Error{fmt::format("the option {} is missing", option.name)};
  return config;
}

}  // namespace jungle
