// jungle analyze: the best lines of a position, a game move by move, or queries from other programs.

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/analyze/analyst.hpp"
#include "app/analyze/game_review.hpp"
#include "app/analyze/position_report.hpp"
#include "app/analyze/review_report.hpp"
#include "app/analyze/service.hpp"
#include "app/commands.hpp"
#include "app/endgame_tables.hpp"
#include "app/game_text.hpp"
#include "app/line_channel.hpp"
#include "app/options.hpp"
#include "app/output.hpp"
#include "app/progress.hpp"
#include "core/util/available_cores.hpp"
#include "core/util/file.hpp"
#include "selfplay/data/pgn_reader.hpp"

namespace jungle {
namespace {

constexpr std::uint64_t kMostGameBytes = 256 << 20;

struct AnalyzeOptions {
  std::string player = "mcts:movetime=1000";
  std::string rules;
  std::string fen;
  std::string moves;
  std::string game;
  std::string tablebase;
  int lines = 3;
  int concurrency = 0;  // 0: choose
  bool from_stdin = false;
  bool json = false;
};

// Says which tables are used.
Result<AnalystMaker> open_analysts(const AnalyzeOptions& options, const RuleSet& rules, EndgameTables& tables,
                                   int count = 1) {
  Result<AnalystMaker> maker =
      AnalystMaker::open(options.player, {.rules = rules, .tables = tables, .count = count});
  if (maker) announce(tables);
  return maker;
}

int exit_code(const std::stop_token& stop) { return stop.stop_requested() ? kExitInterrupted : kExitSuccess; }

// After a stop request: what was found until then.
int analyze_position(const AnalyzeOptions& options, const RuleSet& rules, EndgameTables& tables,
                     const std::stop_token& stop) {
  const Result<Position> start = position_or_start(options.fen, rules);
  if (!start) return usage_error("--fen: " + start.error());
  const Result<Game> game = play_moves(rules, *start, options.moves);
  if (!game) return usage_error("--moves: " + game.error());
  const Result<AnalystMaker> maker = open_analysts(options, rules, tables);
  if (!maker) return usage_error(maker.error());
  Result<Analyst> analyst = maker->make();
  if (!analyst) return usage_error(analyst.error());
  const Decision decision = analyst->look_at(*game, maker->spec().limits, options.lines, stop);
  const std::optional<EndgameValue> value = analyst->probe(game->position());
  if (options.json) {
    print_json(analysis_json(*game, decision, value));
  } else {
    write_out(analysis_text(*game, decision, value));
  }
  return exit_code(stop);
}

// What the reviews of a file's games share.
struct Reviewer {
  Analyst analyst;
  Limits limits;
  int lines = 1;
  std::stop_token stop;
  Progress progress = {};
  ProgressState state = {};
};

// Every position of a game, in its order: so the player's tree or table serves the next one too. After a stop
// request those that had their time.
std::vector<Decision> look_at_all(const Game& game, Reviewer& reviewer) {
  std::vector<Decision> decisions;
  Game along(game.rules(), game.start_position());
  reviewer.analyst.forget();
  for (int plies = 0; plies <= game.plies(); ++plies) {
    reviewer.progress.show(reviewer.state);
    Decision decision = reviewer.analyst.look_at(along, reviewer.limits, reviewer.lines, reviewer.stop);
    if (reviewer.stop.stop_requested()) break;
    decisions.push_back(std::move(decision));
    ++reviewer.state.done;
    if (plies < game.plies()) along.play(game.moves()[static_cast<std::size_t>(plies)]);
  }
  return decisions;
}

std::string title(const PgnRecord& record, std::size_t number, std::size_t reviewed) {
  const auto name = [&](std::string_view tag) { return record.tag(tag).empty() ? "?" : record.tag(tag); };
  const std::size_t moves = record.game.moves().size();
  const std::string part = reviewed < moves ? fmt::format(" ({} of {} moves)", reviewed, moves) : "";
  return fmt::format("game {}: {} - {}, {}, rules {}{}; scores in per cent for the side that moves", number,
                     name("White"), name("Black"), record.result, record.game.rules().name(), part);
}

int review_games(const AnalyzeOptions& options, const RuleSet& rules, EndgameTables& tables,
                 const std::stop_token& stop) {
  const Result<std::string> text = read_file(options.game, kMostGameBytes);
  if (!text) return usage_error("--game: " + text.error());
  const Result<std::vector<PgnRecord>> records = read_pgn(*text, {rules});
  if (!records) return usage_error(fmt::format("--game {}: {}", options.game, records.error()));
  const Result<AnalystMaker> maker = open_analysts(options, records->front().game.rules(), tables);
  if (!maker) return usage_error(maker.error());
  for (const PgnRecord& record : *records) {
    if (const Status served = tables.serve(record.game.rules()); !served)
      return usage_error(fmt::format("--game {}: {}", options.game, served.error()));
  }
  Result<Analyst> analyst = maker->make();
  if (!analyst) return usage_error(analyst.error());

  Reviewer reviewer{
      .analyst = std::move(*analyst), .limits = maker->spec().limits, .lines = options.lines, .stop = stop};
  reviewer.state.label = "analysis";
  reviewer.state.unit = "positions";
  for (const PgnRecord& record : *records) reviewer.state.total += record.game.plies() + 1;
  nlohmann::ordered_json games = nlohmann::ordered_json::array();
  std::size_t number = 0;
  for (const PgnRecord& record : *records) {
    const std::vector<Decision> decisions = look_at_all(record.game, reviewer);
    reviewer.progress.clear();
    if (stop.stop_requested() && decisions.size() < 2) break;  // not a move of it
    const GameReview review = review_game(record.game, decisions);
    if (options.json) {
      games.push_back(review_json(review, record.game, decisions));
    } else {
      print("{}{}", number > 0 ? "\n" : "",
            review_text(review, record.game, title(record, number + 1, review.moves.size())));
      flush_out();
    }
    ++number;
  }
  if (options.json) print_json({{"player", maker->spec().text}, {"games", games}});
  return exit_code(stop);
}

int serve(const AnalyzeOptions& options, const RuleSet& rules, EndgameTables& tables, int concurrency,
          const std::stop_token& stop) {
  const Result<AnalystMaker> maker = open_analysts(options, rules, tables, concurrency);
  if (!maker) return usage_error(maker.error());
  std::vector<Analyst> analysts;
  for (int i = 0; i < concurrency; ++i) {
    Result<Analyst> analyst = maker->make();
    if (!analyst) return usage_error(analyst.error());
    analysts.push_back(std::move(*analyst));
  }
  StandardChannel channel(stop);
  const ServiceResult result = serve_queries(
      channel, std::move(analysts),
      {.rules = rules, .tables = tables, .player = maker->spec(), .lines = options.lines}, stop);
  channel.check();
  if (stop.stop_requested()) return kExitInterrupted;
  if (result.failed > 0) return kExitFailure;
  return result.refused > 0 ? kExitUsage : kExitSuccess;
}

int run_analyze(const AnalyzeOptions& options, CommandContext& context) {
  const std::stop_token stop = context.stop_on_signals();  // first of all: a net may take its time to load
  const Result<RuleSet> rules = load_rules(options.rules);
  if (!rules) return usage_error(rules.error());
  const Result<PlayerSpec> spec = parse_player_spec(options.player);
  if (!spec) return usage_error(spec.error());
  if (options.concurrency > 0) warn_about_threads(options.concurrency * spec->threads);
  EndgameTables tables(options.tablebase);
  if (options.from_stdin) {
    const int chosen = std::max(1, available_cores() / spec->threads);
    return serve(options, *rules, tables, options.concurrency > 0 ? options.concurrency : chosen, stop);
  }
  return options.game.empty() ? analyze_position(options, *rules, tables, stop)
                              : review_games(options, *rules, tables, stop);
}

}  // namespace

void add_analyze_command(CLI::App& app, CommandContext& context) {
  CLI::App* command = app.add_subcommand(
      "analyze", "Analyse a position, a game move by move, or queries from other programs");
  const auto options = std::make_shared<AnalyzeOptions>();
  command
      ->add_option("--player", options->player,
                   "Who thinks and how long about each position: ab or mcts, e.g. mcts:net=PATH,visits=400")
      ->capture_default_str();
  add_rules_option(*command, options->rules);
  CLI::Option* fen = add_fen_option(*command, options->fen);
  CLI::Option* moves =
      command->add_option("--moves", options->moves, "Moves to play first, e.g. \"g3g4 a7a6\"");
  CLI::Option* game =
      command
          ->add_option("--game", options->game,
                       "A PGN file: every move of its games, with ?!, ? and ?? where it loses 5, "
                       "10 and 20 % of a game or more")
          ->type_name("FILE")
          ->excludes(fen)
          ->excludes(moves);
  add_tablebase_option(*command, options->tablebase);
  command->add_option("--multipv", options->lines, "How many of the best lines")
      ->transform(whole_number(1, kMaxMoves))
      ->capture_default_str();
  CLI::Option* json = command->add_flag("--json", options->json, "One JSON object instead of text");
  CLI::Option* from_stdin =
      command
          ->add_flag("--stdin", options->from_stdin,
                     "A JSON query a line on standard input, answered a line each until it ends")
          ->excludes(fen)
          ->excludes(moves)
          ->excludes(game)
          ->excludes(json);
  command
      ->add_option("--concurrency", options->concurrency,
                   "Queries at a time; by default as many as there are cores for the player's threads")
      ->transform(whole_number(1, 1024))
      ->needs(from_stdin);
  on_run(*command, context, [options, &context] { return run_analyze(*options, context); });
}

}  // namespace jungle
