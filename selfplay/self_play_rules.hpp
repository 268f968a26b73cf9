#pragma once
// The rule sets a configuration names: that of game.rules, by which nets are judged (gate, final matches,
// truth, reports), and those of game.mix, among which self-play draws one for each game. Without a mix
// self-play has game.rules alone. Thread rule: pure functions.

#include <string>
#include <string_view>
#include <vector>

#include "core/rules.hpp"
#include "core/util/result.hpp"
#include "selfplay/settings.hpp"

namespace jungle {

inline constexpr std::string_view kRulesOption = "game.rules";
inline constexpr std::string_view kRuleMixOption = "game.mix";

// Of the games of self-play, as published: without self-play's length limit. At least one.
std::vector<RuleSet> self_play_rules(const TrainConfig& config);

// Their names, as a net's metadata has them: "wango,kawu".
std::string self_play_rule_names(const TrainConfig& config);

// A mix has no name twice (records tell rule sets apart by name), and game.rules is in it: a net would else
// be judged by games that it never learned.
Status check_rule_mix(const TrainConfig& config);

// As a configuration file says it: a preset by name, else a table of every field.
std::string rules_as_toml(const RuleSet& rules);
std::string rule_mix_as_toml(const std::vector<RuleSet>& mix);  // a list of such

// Where the rule sets of two configurations have the same names and other fields:
// "rules field tiger_jump (both, now rows)".
std::vector<std::string> differing_rules(const TrainConfig& before, const TrainConfig& now);

}  // namespace jungle
