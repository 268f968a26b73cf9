// jungle moves: what the board allows, draw rules set aside. Sorted moves on one line; with --stdin "F|m1 m2
// ..." for each line F.

#include <memory>
#include <string>

#include "app/commands.hpp"
#include "app/game_text.hpp"
#include "app/line_reader.hpp"
#include "app/options.hpp"
#include "app/output.hpp"
#include "core/notation.hpp"

namespace jungle {
namespace {

struct MovesOptions {
  std::string rules;
  std::string fen;
  bool from_stdin = false;
};

// Blank lines are passed over: they can't be positions.
int run_lines(const RuleSet& rules) {
  int exit_code = kExitSuccess;
  LineReader lines;
  while (const auto line = lines.next()) {
    if (line->find_first_not_of(" \t") == line->npos) continue;
    const Result<Position> position =
        lines.line_too_long() ? Error{lines.too_long_message()} : parse_position(*line);
    if (position) {
      print("{}|{}\n", *line, sorted_text(board_moves(*position, rules)));
    } else {
      print("{}|error {}\n", answered_part(*line), position.error());
      exit_code = kExitUsage;
    }
  }
  return exit_code;
}

int run_moves(const MovesOptions& options) {
  const Result<RuleSet> rules = load_rules(options.rules);
  if (!rules) return usage_error(rules.error());
  if (options.from_stdin) return run_lines(*rules);
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
