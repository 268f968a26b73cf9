// jungle match: two players, paired openings, and how much stronger one is.

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/commands.hpp"
#include "app/match_report.hpp"
#include "app/opened_players.hpp"
#include "app/options.hpp"
#include "app/ordered_pgn.hpp"
#include "app/output.hpp"
#include "app/progress.hpp"
#include "app/sprt_option.hpp"
#include "core/util/text.hpp"
#include "selfplay/rating/opening_file.hpp"
#include "selfplay/rating/sequential_test.hpp"

namespace jungle {
namespace {

struct MatchOptions {
  std::string player_a;
  std::string player_b;
  std::string rules;
  int pairs = 0;  // 0: see with_openings()
  std::uint64_t seed = 1;
  int opening_plies = 8;
  std::string opening_file;
  std::string sprt;
  int concurrency = 0;  // 0: choose
  std::string pgn;
  std::string tablebase;
  bool json = false;
};

constexpr int kMaxPairs = 1'000'000;
constexpr int kPairsOfSprt = 100'000;  // where --sprt is given and --pairs is not

// Deterministic players without enough openings play a few games again and again.
void warn_about_equal_games(const MatchTally& tally) {
  if (tally.unique_games * 2 >= tally.games())
    return;  // one player against itself plays each pair's game twice
  print_warning(fmt::format(
      "only {} of {} games differ: the interval is too narrow; take more random plies (--openings)",
      tally.unique_games, tally.games()));
}

// The test of a match that ran out of openings is undecided.
void warn_about_openings(const MatchReport& report) {
  if (report.sprt->decision() != SprtDecision::kUndecided || report.tally.games() >= 2LL * report.pairs)
    return;
  print_warning(
      fmt::format("the test is undecided: openings of {} plies end after {} pairs; take more "
                  "random plies (--openings)",
                  report.opening_plies, report.tally.games() / 2));
}

std::string forfeit_line(const MatchGame& game, const Contestant& a, const Contestant& b) {
  return fmt::format("game {}.{}: {} forfeits: {} ({})", game.pair() + 1, game.index % 2 + 1,
                     game.forfeited_by_a() ? a.name : b.name, printable(game.forfeit->why.text),
                     to_string(game.forfeit->why.reason));
}

// What a match is played with, beside its players.
struct Recorders {
  std::unique_ptr<OrderedPgn> pgn;          // may be null
  std::optional<SequentialTest> sprt = {};  // if asked for
};

// With a bar. A player that fails does not take the games before with it. A test that is decided ends the
// match, with the games that decided it.
Result<std::vector<MatchGame>> play(const MatchConfig& config, const OpenedPlayers& players,
                                    Recorders& recorders, const std::stop_token& stop) {
  const Contestant& a = players.contestant(0);
  const Contestant& b = players.contestant(1);
  std::stop_source decided;
  const std::stop_callback pass_on(stop, [&decided] { decided.request_stop(); });
  Progress progress;
  ProgressState state{
      .label = "match", .total = std::int64_t{2} * config.pairs, .unit = "games", .detail = ""};
  progress.show(state);
  std::int64_t half_points = 0;
  const auto on_game = [&](const MatchGame& game) {
    if (game.forfeit) progress.line(forfeit_line(game, a, b));
    half_points += game.half_points_of_a();
    ++state.done;
    state.detail = fmt::format("A scores {:.1f} %",
                               50.0 * static_cast<double>(half_points) / static_cast<double>(state.done));
    if (recorders.sprt) {
      const bool ends = recorders.sprt->add(game) != SprtDecision::kUndecided;
      state.detail += fmt::format(", LLR {:.2f}", recorders.sprt->llr());
      if (ends) decided.request_stop();
      if (ends && recorders.pgn) recorders.pgn->end_at(2 * recorders.sprt->pairs());
    }
    progress.show(state);
    if (recorders.pgn)
      recorders.pgn->add(game.index, match_game_pgn(game, config.rules, pgn_player(a), pgn_player(b)));
  };
  try {
    Result<std::vector<MatchGame>> games = run_match(config, a, b, on_game, decided.get_token());
    if (games && recorders.sprt && recorders.sprt->decision() != SprtDecision::kUndecided) {
      const int end = 2 * recorders.sprt->pairs();
      std::erase_if(*games, [end](const MatchGame& game) { return game.index >= end; });
    }
    return games;
  } catch (...) {
    if (recorders.pgn) recorders.pgn->finish();
    throw;
  }
}

// The number of pairs and what they begin with.
Result<MatchConfig> with_openings(MatchConfig config, const MatchOptions& options) {
  config.pairs = options.pairs;
  if (!options.opening_file.empty()) {
    const Result<std::vector<Position>> openings = read_opening_file(options.opening_file, config.rules);
    if (!openings) return Error{"--opening-file: " + openings.error()};
    const int count = static_cast<int>(openings->size());
    if (options.pairs > count) {
      return Error{fmt::format("--pairs: {} holds {} openings, and each is for one pair",
                               options.opening_file, count)};
    }
    if (options.pairs == 0) config.pairs = std::min(count, kMaxPairs);
    config.openings = shuffled(*openings, options.seed);
  } else if (options.pairs == 0) {
    if (options.sprt.empty())
      return Error{"how many pairs? --pairs is needed where neither --sprt nor --opening-file is given"};
    config.pairs = kPairsOfSprt;
    config.pairs_may_end_early = true;
  }
  return config;
}

MatchReport report_of(const MatchOptions& options, const MatchConfig& config, const OpenedPlayers& players,
                      const std::vector<MatchGame>& games, const Recorders& recorders, bool stopped) {
  const bool decided = recorders.sprt && recorders.sprt->decision() != SprtDecision::kUndecided;
  const bool unfinished = !decided && static_cast<int>(games.size()) < 2 * config.pairs;
  const MatchGame* ended_by = unfinished ? game_that_ended_the_match(games) : nullptr;
  return {.name_a = players.contestant(0).name,
          .name_b = players.contestant(1).name,
          .rules = config.rules.name(),
          .pairs = config.pairs,
          .opening_plies = config.openings.empty() ? config.opening_plies : 0,
          .opening_file = options.opening_file,
          .seed = config.seed,
          .interrupted = unfinished && ended_by == nullptr && stopped,
          .stopped_by = ended_by == nullptr ? "" : ended_by->forfeit->why.text,
          .movetime_a_ms = players.contestant(0).limits.movetime_ms,
          .movetime_b_ms = players.contestant(1).limits.movetime_ms,
          .tally = tally_match(games),
          .sprt = recorders.sprt};
}

int exit_code_of(const MatchReport& report) {
  if (report.interrupted) return kExitInterrupted;
  if (!report.stopped_by.empty()) return kExitFailure;
  return report.sprt && report.sprt->decision() == SprtDecision::kH0 ? kExitVerdict : kExitSuccess;
}

int run(const MatchOptions& options, CommandContext& context) {
  const std::stop_token stop =
      context.stop_on_signals();  // first of all: a backend may take its time to load
  const Result<RuleSet> rules = load_rules(options.rules);
  if (!rules) return usage_error(rules.error());
  Recorders recorders;
  if (!options.sprt.empty()) {
    const Result<SprtPlan> plan = parse_sprt(options.sprt);
    if (!plan) return usage_error("--sprt: " + plan.error());
    recorders.sprt.emplace(*plan);
  }
  Result<MatchConfig> config = with_openings(
      {.rules = with_length_limit(*rules), .seed = options.seed, .opening_plies = options.opening_plies},
      options);
  if (!config) return usage_error(config.error());
  EndgameTables tables(options.tablebase);
  const auto players =
      open_players({options.player_a, options.player_b},
                   {.rules = config->rules, .tables = tables, .concurrency = options.concurrency}, stop);
  if (!players) return stop.stop_requested() ? kExitInterrupted : usage_error(players.error());
  config->concurrency = players->concurrency;
  announce(*players);
  announce(tables);
  if (!options.pgn.empty()) {
    const Status writable = check_replaced_file(options.pgn, kPgnBeginning);
    if (!writable) return usage_error("--pgn: " + writable.error());
    recorders.pgn = std::make_unique<OrderedPgn>(options.pgn);
  }

  const Result<std::vector<MatchGame>> games = play(*config, *players, recorders, stop);
  if (!games) return stop.stop_requested() ? kExitInterrupted : usage_error(games.error());
  if (recorders.pgn) recorders.pgn->finish();
  const MatchReport report = report_of(options, *config, *players, *games, recorders, stop.stop_requested());
  warn_about_equal_games(report.tally);
  if (config->pairs_may_end_early && exit_code_of(report) == kExitSuccess) warn_about_openings(report);
  if (options.json) {
    print_json(match_json(report));
  } else {
    write_out(match_text(report));
  }
  if (!report.stopped_by.empty()) print_error("the match ends here: " + report.stopped_by);
  return exit_code_of(report);
}

}  // namespace

void add_match_command(CLI::App& app, CommandContext& context) {
  CLI::App* command = app.add_subcommand("match", "Play two players against each other and compare them");
  command->footer(
      "Players: random, ab:depth=6, mcts:net=PATH,visits=400, mcts:eval=uniform,visits=1000,\n"
      "uci:cmd=\"./engine --quiet\",movetime=100, ...");
  const auto options = std::make_shared<MatchOptions>();
  command->add_option("A", options->player_a, "First player")->required();
  command->add_option("B", options->player_b, "Second player")->required();
  command
      ->add_option(
          "--pairs", options->pairs,
          "Openings; each is played twice, sides swapped. By default all of --opening-file; with --sprt "
          "100000 at most")
      ->transform(whole_number(1, kMaxPairs));
  add_rules_option(*command, options->rules);
  add_seed_option(*command, options->seed, "Of openings and of players that draw lots");
  CLI::Option* const plies =
      command
          ->add_option("--openings", options->opening_plies, "Random plies before the players begin; 0: none")
          ->transform(whole_number(0, 200))
          ->capture_default_str();
  command
      ->add_option("--opening-file", options->opening_file,
                   "Begin with positions of this file, one a line, in an order that --seed decides")
      ->type_name("FILE")
      ->excludes(plies);
  command
      ->add_option("--sprt", options->sprt,
                   "Stop when this test is decided, e.g. elo0=0,elo1=20; also alpha=, beta=, "
                   "model=logistic|normalised, counts=pentanomial|trinomial. Exit 3: H0 was accepted")
      ->type_name("TEST");
  command
      ->add_option("--concurrency", options->concurrency,
                   "Games at a time; by default one a core, or one with a clock")
      ->transform(whole_number(1, 1024));
  command->add_option("--pgn", options->pgn,
                      "Write the games to this file; an older one of games is replaced");
  add_tablebase_option(*command, options->tablebase);
  command->add_flag("--json", options->json, "One JSON object instead of lines");
  on_run(*command, context, [options, &context] { return run(*options, context); });
}

}  // namespace jungle
