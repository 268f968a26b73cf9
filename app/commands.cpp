#include "app/commands.hpp"

namespace jungle {

void add_all_commands(CLI::App& app, CommandContext& context) {
  add_match_command(app, context);
  add_ladder_command(app, context);
  add_openings_command(app, context);
  add_analyze_command(app, context);
  add_uci_command(app, context);
  add_train_command(app, context);
  add_experiment_command(app, context);
  add_selfplay_command(app, context);
  add_play_command(app, context);
  add_perft_command(app, context);
  add_moves_command(app, context);
  add_show_command(app, context);
  add_signature_command(app, context);
  add_bench_command(app, context);
  add_net_command(app, context);
  add_data_command(app, context);
  add_tablebase_command(app, context);
  add_config_command(app, context);
}

}  // namespace jungle
