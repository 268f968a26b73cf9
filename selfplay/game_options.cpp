#include <string>
#include <utility>
#include <vector>

#include "selfplay/config/rules_toml.hpp"
#include "selfplay/option_groups.hpp"
#include "selfplay/option_kinds.hpp"
#include "selfplay/self_play_rules.hpp"

namespace jungle {
namespace {

using namespace option_kinds;

TrainOption rules() {
  const auto parse = [](TrainConfig& config, const std::string& name) -> Status {
    Result<RuleSet> loaded = load_rules(name);
    if (!loaded) return Error{loaded.error()};
    config.rules = *std::move(loaded);
    return Done{};
  };
  return text(
      kRulesOption, "a preset's name, the path of a rules file, or a table of rule fields",
      [](const TrainConfig& c) { return c.rules.name(); }, parse,
      "rule set of matches and measurements, and of self-play without a mix: a preset's name, a path, or a "
      "table");
}

TrainOption rule_mix() {
  const std::string expected = "a list of presets' names, paths of rules files, or tables of rule fields";
  return {.name = std::string(kRuleMixOption),
          .expected = expected,
          .help = "rule sets of self-play, one drawn for each game; empty for game.rules alone",
          .get = [](const TrainConfig& config) -> OptionValue {
            std::vector<std::string> names;
            for (const RuleSet& rules : config.rule_mix) names.push_back(rules.name());
            return names;
          },
          .set = [expected](TrainConfig& config, const OptionValue& value) -> Status {
            const auto* list = std::get_if<std::vector<std::string>>(&value);
            if (list == nullptr) return refused(expected, value);
            std::vector<RuleSet> mix;
            for (const std::string& name : *list) {
              Result<RuleSet> loaded = load_rules(name);
              if (!loaded) return Error{loaded.error()};
              mix.push_back(*std::move(loaded));
            }
            config.rule_mix = std::move(mix);
            return Done{};
          }};
}

}  // namespace

void add_game_options(std::vector<TrainOption>& all) {
  all.push_back(rules());
  all.push_back(rule_mix());
}

}  // namespace jungle
