// jungle moves: what the board allows, draw rules set aside. Sorted moves on one line; with --stdin "F|m1 m2
// ..." for each line F.

#include <memory>
#include <string>

#include "app/commands.hpp"
#include "app/game_text.hpp"
#include "app/options.hpp"
#include "app/output.hpp"
#include "app/position_lines.hpp"

namespace jungle {
namespace {

struct MovesOptions {
  std::string rules;
  std::string fen;
  bool from_stdin = false;
};

int run_moves(const MovesOptions& options) {
  const Result<RuleSet> rules = load_rules(options.rules);
  if (!rules) return usage_error(rules.error());
  if (options.from_stdin)
    return answer_positions([&](const Position& position) -> Result<std::string> {
      return sorted_text(board_moves(position, *rules));
    });
  const Result<Position> position = position_or_start(options.fen, *rules);
  if (!position) return usage_error("--fen: " + position.error());
  print("{}\n", sorted_text(board_moves(*position, *rules)));
  return kExitSuccess;
}

}  // namespace

void add_moves_command(CLI::App& app, CommandContext& context) {
  CLI::App* command = app.add_subcommand("moves", "List the legal moves of a position, or of many");
  const auto options = std::make_shared<MovesOptions>();
  add_rules_option(*command, options->rules);
  CLI::Option* fen = add_fen_option(*command, options->fen);
  command
      ->add_flag("--stdin", options->from_stdin,
                 "A position a line on standard input; answers \"position|moves\"")
      ->excludes(fen);
  on_run(*command, context, [options] { return run_moves(*options); });
}

}  // namespace jungle
