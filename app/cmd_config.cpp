// jungle config: rule sets and configuration files, checked and printed.

#include <memory>
#include <string>

#include "app/commands.hpp"
#include "app/config_choice.hpp"
#include "app/endgame_tables.hpp"
#include "app/ladder_config.hpp"
#include "app/options.hpp"
#include "app/output.hpp"
#include "app/player_spec.hpp"
#include "app/resources.hpp"
#include "app/run_matches.hpp"
#include "app/truth_table.hpp"
#include "core/util/available_cores.hpp"
#include "core/util/file.hpp"
#include "selfplay/rating/opening_file.hpp"
#include "selfplay/train_config.hpp"

namespace jungle {
namespace {

constexpr std::uint64_t kMaxConfigBytes = 1'000'000;

int run_presets() {
  for (const std::string_view name : RuleSet::preset_names()) print("{}\n", name);
  return kExitSuccess;
}

int run_rules(const std::string& text) {
  const Result<RuleSet> rules = load_rules(text);
  if (!rules) return usage_error(rules.error());
  write_out(rules_to_toml(*rules));
  return kExitSuccess;
}

int check_training(const std::string& path) {
  Result<TrainConfig> config = load_train_config(path, {});
  if (!config) return usage_error(config.error());
  if (const auto table = open_truth_table(*config); !table)
    return usage_error(fmt::format("{}: {}", path, table.error()));
  EndgameTables tables;
  if (const Status equipped = tables.equip(*config); !equipped)
    return usage_error(fmt::format("{}: {}", path, equipped.error()));
  const Status opponents = check_opponents(*config, available_cores(), tables);
  if (!opponents) return usage_error(fmt::format("{}: {}", path, opponents.error()));
  const int threads = available_cores();
  const Status fits = check_resources(*config, threads, default_run_directory(*config));
  if (fits) print("{}: ok, training configuration \"{}\"\n", path, config->run.name);
  print("memory with {} threads, at most:\n{}disk, if every game is as long as it may be:\n{}", threads,
        plan_text(memory_parts(*config, threads)), plan_text(disk_parts(*config)));
  return fits ? kExitSuccess : usage_error(fmt::format("{}: {}", path, fits.error()));
}

int run_training(const std::string& path) {
  if (path.empty()) {
    write_out(train_config_to_toml(TrainConfig()));
    return kExitSuccess;
  }
  const Result<TrainConfig> config = load_train_config(path, {});
  if (!config) return usage_error(config.error());
  write_out(train_config_to_toml(*config));
  return kExitSuccess;
}

// Of nets only their player's text can be looked at: which there are, the run says.
int check_ladder(const std::string& path) {
  Result<LadderPool> pool = load_ladder_config(path);
  if (!pool) return usage_error(pool.error());
  const Result<RuleSet> rules = load_rules(pool->rules);
  if (!rules) return usage_error(fmt::format("{}: rules: {}", path, rules.error()));
  if (!pool->opening_file.empty()) {
    if (const auto openings = read_opening_file(pool->opening_file, *rules); !openings)
      return usage_error(fmt::format("{}: opening_file: {}", path, openings.error()));
  }
  if (pool->nets_every > 0) pool->players.push_back(pool->nets_player);
  if (const Status sound = settle(*pool); !sound)
    return usage_error(fmt::format("{}: {}", path, sound.error()));
  for (const std::string& player : pool->players) {
    if (const auto spec = parse_player_spec(player); !spec)
      return usage_error(fmt::format("{}: {}", path, spec.error()));
  }
  print("{}: ok, ladder of {} players{}\n", path, pool->players.size() - (pool->nets_every > 0 ? 1 : 0),
        pool->nets_every > 0 ? " and the nets of a run" : "");
  return kExitSuccess;
}

int run_check(const std::string& path) {
  const Result<std::string> text = read_file(path, kMaxConfigBytes);
  if (!text) return usage_error(text.error());
  if (is_ladder_config(*text)) return check_ladder(path);
  if (is_train_config(*text)) return check_training(path);
  const Result<RuleSet> rules = load_rules_file(path);
  if (!rules) return usage_error(rules.error());
  print("{}: ok, rule set \"{}\"\n", path, rules->name());
  return kExitSuccess;
}

}  // namespace

void add_config_command(CLI::App& app, CommandContext& context) {
  CLI::App* command = app.add_subcommand("config", "Check and print configuration files");
  command->require_subcommand(1);

  CLI::App* check =
      command->add_subcommand("check",
                              "Say whether a rules file, a training or a ladder configuration is "
                              "right, or what is wrong in it; and what training will take");
  const auto path = std::make_shared<std::string>();
  check->add_option("FILE", *path, "A TOML file")->required();
  on_run(*check, context, [path] { return run_check(*path); });

  CLI::App* rules =
      command->add_subcommand("rules", "Print a rule set as TOML: every field, its value, its meaning");
  const auto text = std::make_shared<std::string>();
  add_rules_option(*rules, *text);
  on_run(*rules, context, [text] { return run_rules(*text); });

  CLI::App* training = command->add_subcommand(
      "train", "Print a training configuration as TOML: every option, its value, its range, its meaning");
  const auto file = std::make_shared<std::string>();
  training->add_option("FILE", *file, "A training configuration; the defaults if absent");
  on_run(*training, context, [file] { return run_training(*file); });

  CLI::App* presets = command->add_subcommand("presets", "List the rule sets that are built in");
  on_run(*presets, context, [] { return run_presets(); });
}

}  // namespace jungle
