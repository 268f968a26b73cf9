// jungle show: a position or game with its outcome under all rules, draws included.

#include <memory>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/commands.hpp"
#include "app/game_text.hpp"
#include "app/line_reader.hpp"
#include "app/options.hpp"
#include "app/output.hpp"
#include "core/notation.hpp"

namespace jungle {
namespace {

struct ShowOptions {
  std::string rules;
  std::string fen;
  std::string moves;
  bool from_stdin = false;
  bool json = false;
};

std::string outcome_text(const Outcome& outcome) {
  return fmt::format("{} {}", to_string(outcome.result), to_string(outcome.reason));
}

// "moves" from the start position, or "F|moves".
Result<Game> game_of_line(const std::string& line, const RuleSet& rules) {
  const std::size_t bar = line.find('|');
  if (bar == line.npos) return play_moves(rules, Position::start(rules), line);
  const Result<Position> start = parse_position(std::string_view(line).substr(0, bar));
  if (!start) return Error{start.error()};
  return play_moves(rules, *start, std::string_view(line).substr(bar + 1));
}

// An empty line is a game without moves.
int run_lines(const RuleSet& rules) {
  int exit_code = kExitSuccess;
  LineReader lines;
  while (const auto line = lines.next()) {
    const Result<Game> game =
        lines.line_too_long() ? Error{lines.too_long_message()} : game_of_line(*line, rules);
    if (game) {
      print("{}|{}\n", outcome_text(game->outcome()), to_string(game->position()));
    } else {
      print("{}|error {}\n", answered_part(*line), game.error());
      exit_code = kExitUsage;
    }
  }
  return exit_code;
}

void show_json(const Game& game) {
  MoveList legal;
  game.legal_moves(legal);
  nlohmann::ordered_json json = {{"rules", game.rules().name()},
                                 {"position", to_string(game.position())},
                                 {"side_to_move", to_string(game.side_to_move())},
                                 {"plies", game.plies()},
                                 {"repetitions", game.repetitions()},
                                 {"outcome", to_string(game.outcome().result)},
                                 {"reason", to_string(game.outcome().reason)},
                                 {"legal", sorted_words(legal)}};
  print_json(json);
}

void show_text(const Game& game) {
  MoveList legal;
  game.legal_moves(legal);
  const std::string moves = sorted_text(legal);
  print("{}", board_diagram(game.position()));
  print("position {}\n", to_string(game.position()));
  print("outcome {}\n", outcome_text(game.outcome()));
  print("legal{}{}\n", moves.empty() ? "" : " ", moves);
}

int run_show(const ShowOptions& options) {
  const Result<RuleSet> rules = load_rules(options.rules);
  if (!rules) return usage_error(rules.error());
  if (options.from_stdin) return run_lines(*rules);
  const Result<Position> start = position_or_start(options.fen, *rules);
  if (!start) return usage_error("--fen: " + start.error());
  const Result<Game> game = play_moves(*rules, *start, options.moves);
  if (!game) return usage_error("--moves: " + game.error());
  options.json ? show_json(*game) : show_text(*game);
  return kExitSuccess;
}

}  // namespace

void add_show_command(CLI::App& app, CommandContext& context) {
  CLI::App* command = app.add_subcommand("show", "Show a position or game: board, outcome, legal moves");
  const auto options = std::make_shared<ShowOptions>();
  add_rules_option(*command, options->rules);
  CLI::Option* fen = add_fen_option(*command, options->fen);
  CLI::Option* moves =
      command->add_option("--moves", options->moves, "Moves to play first, e.g. \"g3g4 a7a6\"");
  CLI::Option* json = command->add_flag("--json", options->json, "One JSON object instead of text");
  command
      ->add_flag("--stdin", options->from_stdin,
                 "A game a line on standard input, \"moves\" or \"position|moves\"; answers \"outcome "
                 "reason|position\"")
      ->excludes(fen)
      ->excludes(moves)
      ->excludes(json);
  on_run(*command, context, [options] { return run_show(*options); });
}

}  // namespace jungle
