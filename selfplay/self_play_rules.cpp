#include "selfplay/self_play_rules.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "selfplay/train_options.hpp"

namespace jungle {
namespace {

void add_differing_fields(std::string_view whose, const RuleSet& before, const RuleSet& now,
                          std::vector<std::string>& differing) {
  for (const RuleFieldInfo& field : rule_field_infos()) {
    const std::string old_value = rule_field_value(before.fields(), field.name);
    const std::string new_value = rule_field_value(now.fields(), field.name);
    if (old_value != new_value)
      differing.push_back(fmt::format("{} {} ({}, now {})", whose, field.name, old_value, new_value));
  }
}

}  // namespace

std::vector<RuleSet> self_play_rules(const TrainConfig& config) {
  return config.rule_mix.empty() ? std::vector<RuleSet>{config.rules} : config.rule_mix;
}

std::string self_play_rule_names(const TrainConfig& config) {
  std::vector<std::string> names;
  for (const RuleSet& rules : self_play_rules(config)) names.push_back(rules.name());
  return fmt::format("{}", fmt::join(names, ","));
}

Status check_rule_mix(const TrainConfig& config) {
  if (config.rule_mix.empty()) return Done{};
  std::set<std::string> names;
  for (const RuleSet& rules : config.rule_mix)
    if (!names.insert(rules.name()).second)
      return Error{fmt::format("{} has two rule sets of the name \"{}\"", kRuleMixOption, rules.name())};
  if (std::ranges::find(config.rule_mix, config.rules) == config.rule_mix.end())
    return Error{
        fmt::format("{} ({}) is not in {} ({}): its nets would be judged by games that they never learned; "
                    "add it, or name one of the mix",
                    kRulesOption, config.rules.name(), kRuleMixOption, self_play_rule_names(config))};
  return Done{};
}

std::string rules_as_toml(const RuleSet& rules) {
  const auto preset = RuleSet::preset(rules.name());
  if (preset && *preset == rules) return to_text(rules.name());
  std::string text = fmt::format("{{ name = {}", to_text(rules.name()));
  for (const RuleFieldInfo& field : rule_field_infos()) {
    const std::string value = rule_field_value(rules.fields(), field.name);
    const bool is_text = value != "true" && value != "false" && !field.allowed.empty();
    text += fmt::format(", {} = {}", field.name, is_text ? to_text(value) : value);
  }
  return text + " }";
}

std::string rule_mix_as_toml(const std::vector<RuleSet>& mix) {
  std::vector<std::string> items;
  items.reserve(mix.size());
  for (const RuleSet& rules : mix) items.push_back(rules_as_toml(rules));
  return fmt::format("[{}]", fmt::join(items, ", "));
}

std::vector<std::string> differing_rules(const TrainConfig& before, const TrainConfig& now) {
  std::vector<std::string> differing;
  add_differing_fields("rules field", before.rules, now.rules, differing);
  for (const RuleSet& rules : before.rule_mix) {
    const auto same_name = [&](const RuleSet& other) { return other.name() == rules.name(); };
    const auto found = std::ranges::find_if(now.rule_mix, same_name);
    if (found != now.rule_mix.end() && rules != now.rules)
      add_differing_fields(fmt::format("{} {} field", kRuleMixOption, rules.name()), rules, *found,
                           differing);
  }
  return differing;
}

}  // namespace jungle
