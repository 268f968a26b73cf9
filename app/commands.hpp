#pragma once
// Every command of the program, in the order `jungle --help` lists them. A new one: its file, a line here, a
// line in commands.cpp.

#include "app/command.hpp"

namespace jungle {

void add_match_command(CLI::App& app, CommandContext& context);
void add_ladder_command(CLI::App& app, CommandContext& context);
void add_openings_command(CLI::App& app, CommandContext& context);
void add_analyze_command(CLI::App& app, CommandContext& context);
void add_uci_command(CLI::App& app, CommandContext& context);
void add_train_command(CLI::App& app, CommandContext& context);
void add_experiment_command(CLI::App& app, CommandContext& context);
void add_selfplay_command(CLI::App& app, CommandContext& context);
void add_play_command(CLI::App& app, CommandContext& context);
void add_perft_command(CLI::App& app, CommandContext& context);
void add_moves_command(CLI::App& app, CommandContext& context);
void add_show_command(CLI::App& app, CommandContext& context);
void add_signature_command(CLI::App& app, CommandContext& context);
void add_bench_command(CLI::App& app, CommandContext& context);
void add_net_command(CLI::App& app, CommandContext& context);
void add_data_command(CLI::App& app, CommandContext& context);
void add_tablebase_command(CLI::App& app, CommandContext& context);
void add_config_command(CLI::App& app, CommandContext& context);

void add_all_commands(CLI::App& app, CommandContext& context);

}  // namespace jungle
