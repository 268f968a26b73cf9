// jungle play: a game at the terminal, against the computer or between two people.

#include <cstdlib>
#include <limits>
#include <memory>
#include <optional>
#include <random>
#include <string>

#include <unistd.h>

#include "app/commands.hpp"
#include "app/endgame_tables.hpp"
#include "app/game_text.hpp"
#include "app/options.hpp"
#include "app/output.hpp"
#include "app/play/session.hpp"
#include "core/notation.hpp"
#include "selfplay/rating/match.hpp"

namespace jungle {
namespace {

struct PlayOptions {
  std::string rules;
  std::string side = "red";
  std::string level = "medium";
  bool two_players = false;
  std::string fen;
  std::string moves;
  std::string load;
  std::string tablebase;
  std::string colour = "auto";
  std::uint64_t seed = std::random_device{}();
};

// https://no-color.org: any value but the empty one turns colours off.
bool wants_colours(const std::string& choice) {
  if (choice != "auto") return choice == "always";
  const char* const no_color = std::getenv("NO_COLOR");
  const char* const term = std::getenv("TERM");
  const bool dumb = term == nullptr || std::string_view(term) == "dumb";
  return ::isatty(STDOUT_FILENO) != 0 && (no_color == nullptr || *no_color == '\0') && !dumb;
}

// "easy (ab:depth=1), medium (...), hard (...)".
std::string levels_text() {
  std::string text;
  for (const Level& level : levels())
    text += fmt::format("{}{} ({})", text.empty() ? "" : ", ", level.name, level.player);
  return text;
}

int run_play(const PlayOptions& options, CommandContext& context) {
  const std::stop_token stop = context.stop_on_signals();
  const Result<RuleSet> rules = load_rules(options.rules);
  if (!rules) return usage_error(rules.error());
  const RuleSet bounded = with_length_limit(*rules);
  const Result<Position> start = position_or_start(options.fen, bounded);
  if (!start) return usage_error("--fen: " + start.error());
  const Result<Game> game = play_moves(bounded, *start, options.moves);
  if (!game) return usage_error("--moves: " + game.error());
  EndgameTables tables(options.tablebase);
  if (const auto table = tables.open(bounded); !table) return usage_error("--" + table.error());
  Result<Computer> computer =
      Computer::open(options.level, {.rules = bounded, .tables = tables, .seed = options.seed});
  if (!computer) return usage_error("--level: " + computer.error());

  PlaySettings settings{.rules = bounded, .tables = tables, .rules_text = options.rules, .start = *start};
  settings.human = options.side == "red" ? Side::kRed : Side::kBlue;
  if (options.two_players) settings.human.reset();
  settings.colours = wants_colours(options.colour);
  LineReader lines(stop);
  PlaySession session(std::move(settings), *game, *std::move(computer), options.seed, lines, stop);
  if (!options.load.empty()) {
    if (const Status loaded = session.load(options.load); !loaded)
      return usage_error("--load: " + loaded.error());
  }
  announce(tables);
  const auto tell_how_to_go_on = [&] {
    flush_out();
    if (const auto line = session.resume_line(context.program()); line)
      fmt::print(stderr, "this goes on with the game: {}\n", *line);
  };
  try {
    const bool ended = session.run();
    tell_how_to_go_on();
    return ended ? kExitSuccess : kExitInterrupted;
  } catch (...) {  // memory, a net whose outputs are not finite: the game is not lost
    tell_how_to_go_on();
    throw;
  }
}

}  // namespace

void add_play_command(CLI::App& app, CommandContext& context) {
  CLI::App* command = app.add_subcommand("play", "Play a game at the terminal");
  command->footer(
      "help at its prompt lists what can be said there: moves, threats, hint, undo, replay, save, ...");
  const auto options = std::make_shared<PlayOptions>();
  add_rules_option(*command, options->rules);
  CLI::Option* side = command->add_option("--side", options->side, "Which side you play: red or blue")
                          ->check(CLI::IsMember({"red", "blue"}))
                          ->capture_default_str();
  CLI::Option* level =
      command->add_option("--level", options->level, levels_text() + ", or a player such as ab:movetime=500")
          ->capture_default_str();
  CLI::Option* two_players =
      command->add_flag("--two-players", options->two_players, "Two people at one device")
          ->excludes(side)
          ->excludes(level);
  CLI::Option* fen = add_fen_option(*command, options->fen);
  CLI::Option* moves =
      command->add_option("--moves", options->moves, "Moves to play first, e.g. \"g3g4 a7a6\"");
  command->add_option("--load", options->load, "Go on with a game that save wrote, with its players")
      ->type_name("FILE")
      ->excludes(fen)
      ->excludes(moves)
      ->excludes(side)
      ->excludes(two_players);
  command
      ->add_option("--seed", options->seed,
                   "Of the computer's choices among moves that are as good; drawn if left out")
      ->transform(whole_number(0, std::numeric_limits<std::int64_t>::max()));
  add_tablebase_option(*command, options->tablebase);
  command->add_option("--color", options->colour, "auto, always or never")
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->capture_default_str();
  on_run(*command, context, [options, &context] { return run_play(*options, context); });
}

}  // namespace jungle
