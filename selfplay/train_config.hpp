#pragma once
// A training configuration from a TOML file and --set overrides, checked.
//
//   [selfplay]
//   games = 256
//   [game]
//   rules = "wango"     # or a path, or { base = "wango", no_capture_draw_plies = 60 }
//   mix = ["wango", "kawu"]   # of such; none: self-play has `rules` alone
//
//   Result<TrainConfig> config = load_train_config("configs/train/quickstart.toml", {"run.seed=7"});
//   if (!config) return usage_error(config.error());   // file, line, key, what was expected, nearest name
//
// Thread rule: pure functions; files are read on each call.

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "selfplay/train_options.hpp"

namespace jungle {

Result<TrainConfig> load_train_config(const std::filesystem::path& path,
                                      const std::vector<std::string>& overrides);

// The same from text; `origin` names it in messages.
Result<TrainConfig> parse_train_config(std::string_view toml, std::string_view origin,
                                       const std::vector<std::string>& overrides);

// Whether a TOML text is a training configuration (it has sections) and not a rules file.
bool is_train_config(std::string_view toml);

// One override, "section.key=value": a list in TOML's form or a single item, a text bare or quoted.
Status set_train_option(TrainConfig& config, std::string_view assignment);

// What no option shows alone: sizes that must divide, bounds that must not cross.
Status check_train_config(const TrainConfig& config);

// Every option with its value and its help as a comment: a file that reads back as the same configuration.
std::string train_config_to_toml(const TrainConfig& config);

// Of what shapes the games of a generation beside net and seed: fields of its rule sets, the options
// selfplay.*, teacher.*, search.* and target.policy* that change results. How many games there are is no part
// of it.
std::uint64_t games_settings_hash(const TrainConfig& config);

// Options of which two configurations differ, for refusing to resume: "learn.passes (4, now 8)". Those that
// don't change results are left out; rule sets are compared by name and field by field.
std::vector<std::string> differing_options(const TrainConfig& before, const TrainConfig& now);

}  // namespace jungle
