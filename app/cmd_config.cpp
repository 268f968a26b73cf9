// jungle config: rule sets and configuration files, checked and printed.

#include <memory>
#include <string>

#include "app/commands.hpp"
#include "app/options.hpp"
#include "app/output.hpp"

namespace jungle {
namespace {

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

int run_check(const std::string& path) {
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
      command->add_subcommand("check", "Say whether a rules file is right, or what is wrong in it");
  const auto path = std::make_shared<std::string>();
  check->add_option("FILE", *path, "A TOML file")->required();
  on_run(*check, context, [path] { return run_check(*path); });

  CLI::App* rules =
      command->add_subcommand("rules", "Print a rule set as TOML: every field, its value, its meaning");
  const auto text = std::make_shared<std::string>();
  add_rules_option(*rules, *text);
  on_run(*rules, context, [text] { return run_rules(*text); });

  CLI::App* presets = command->add_subcommand("presets", "List the rule sets that are built in");
  on_run(*presets, context, [] { return run_presets(); });
}

}  // namespace jungle
