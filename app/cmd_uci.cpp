// jungle uci: an engine for other programs, over standard input and output.

#include <memory>
#include <string>
#include <utility>

#include "app/commands.hpp"
#include "app/endgame_tables.hpp"
#include "app/line_channel.hpp"
#include "app/options.hpp"
#include "app/output.hpp"
#include "app/uci/session.hpp"

namespace jungle {
namespace {

struct UciCommandOptions {
  std::string player = "mcts";
  std::string rules;
  std::string tablebase;
};

int run_uci(const UciCommandOptions& options) {
  const Result<RuleSet> rules = load_rules(options.rules);
  if (!rules) return usage_error(rules.error());
  const Result<PlayerSpec> spec = parse_player_spec(options.player, SpecLimits::kOptional);
  if (!spec) return usage_error(spec.error());
  EngineSettings settings;
  settings.player = *spec;
  settings.rules = *rules;
  if (settings.player.tablebase.empty()) settings.player.tablebase = options.tablebase;
  LineChannel* talk = nullptr;  // once there is a conversation
  EndgameTables tables("", [&talk](const std::string& line) { talk->write_line("info string " + line); });
  if (const Status equipped = tables.equip(settings.player, *rules); !equipped)
    return usage_error(equipped.error());
  Result<std::unique_ptr<Player>> player = make_uci_player(settings);
  if (!player) return usage_error(player.error());

  StandardChannel channel;
  talk = &channel;
  for (const std::string& line : tables.descriptions()) channel.write_line("info string " + line);
  UciSession(channel, std::move(settings), std::move(*player), tables).run();
  channel.check();
  return kExitSuccess;
}

}  // namespace

void add_uci_command(CLI::App& app, CommandContext& context) {
  CLI::App* command = app.add_subcommand("uci", "Speak UCI: an engine for other programs");
  command->footer(
      "The player's own limits, if it has any, bound every search but an infinite one. Options can be "
      "changed "
      "by setoption; \"uci\" lists them.");
  const auto options = std::make_shared<UciCommandOptions>();
  command
      ->add_option("--player", options->player,
                   "Who thinks: mcts, with the net that ships; mcts:net=PATH, mcts:visits=400, ab, ...")
      ->capture_default_str();
  add_rules_option(*command, options->rules);
  add_tablebase_option(*command, options->tablebase);
  on_run(*command, context, [options] { return run_uci(*options); });
}

}  // namespace jungle
