// jungle match: two players, paired openings, and how much stronger one is.

#include <map>
#include <memory>
#include <string>

#include "app/commands.hpp"
#include "app/match_report.hpp"
#include "app/options.hpp"
#include "app/output.hpp"
#include "app/player_factory.hpp"
#include "app/player_spec.hpp"
#include "app/progress.hpp"
#include "app/resources.hpp"
#include "core/util/available_cores.hpp"
#include "core/util/file.hpp"
#include "core/util/text.hpp"

namespace jungle {
namespace {

struct MatchOptions {
  std::string player_a;
  std::string player_b;
  std::string rules;
  int pairs = 0;
  std::uint64_t seed = 1;
  int opening_plies = 8;
  int concurrency = 0;  // 0: choose
  std::string pgn;
  bool json = false;
};

// Writes games in the order of the match, each as soon as all before it have ended, to `<path>.tmp`. What the
// file itself held stays until finish() has a game to put there. After a write that failed the file is given
// up.
class OrderedPgn {
 public:
  explicit OrderedPgn(const std::string& path) : file_(path) {}

  void add(int index, std::string text) {
    waiting_.emplace(index, std::move(text));
    while (!waiting_.empty() && waiting_.begin()->first == next_) write_first();
  }
  void finish() {
    if (failed_) return;
    while (!waiting_.empty()) write_first();
    if (next_ > 0) file_.commit();
  }

 private:
  void write_first() {
    failed_ = true;
    file_.write(waiting_.begin()->second);
    failed_ = false;
    next_ = waiting_.begin()->first + 1;
    waiting_.erase(waiting_.begin());
  }

  AtomicFile file_;
  std::map<int, std::string> waiting_;  // by game index
  int next_ = 0;
  bool failed_ = false;
};

struct Opponents {
  OpenedPlayer a;
  OpenedPlayer b;
  int concurrency = 1;
};

// Games at a time. Players on the clock would take each other's time, so they play one game unless told
// otherwise.
int choose_concurrency(const MatchOptions& options, const PlayerSpec& a, const PlayerSpec& b) {
  const int threads = std::max(a.threads, b.threads);
  if (options.concurrency > 0) {
    warn_about_threads(options.concurrency * threads);
    return options.concurrency;
  }
  const bool timed = a.limits.movetime_ms > 0 || b.limits.movetime_ms > 0;
  return timed ? 1 : std::max(1, available_cores() / threads);
}

Result<Opponents> open_both(const MatchOptions& options, const std::stop_token& stop) {
  const Result<PlayerSpec> spec_a = parse_player_spec(options.player_a);
  if (!spec_a) return Error{spec_a.error()};
  const Result<PlayerSpec> spec_b = parse_player_spec(options.player_b);
  if (!spec_b) return Error{spec_b.error()};
  const int concurrency = choose_concurrency(options, *spec_a, *spec_b);
  const Status fits =
      check_memory({player_memory(*spec_a, concurrency), player_memory(*spec_b, concurrency)});
  if (!fits) return Error{fits.error()};
  Result<OpenedPlayer> a = open_player(*spec_a, stop);
  if (!a) return Error{a.error()};
  Result<OpenedPlayer> b = open_player(*spec_b, stop);
  if (!b) return Error{b.error()};
  return Opponents{.a = std::move(*a), .b = std::move(*b), .concurrency = concurrency};
}

void announce(const Opponents& opponents) {
  for (const OpenedPlayer* player : {&opponents.a, &opponents.b}) {
    if (!player->description.empty())
      fmt::print(stderr, "{}: {}\n", player->contestant.name, player->description);
  }
}

// Deterministic players without enough openings play a few games again and again.
void warn_about_equal_games(const MatchTally& tally) {
  if (tally.unique_games * 2 >= tally.games())
    return;  // one player against itself plays each pair's game twice
  print_warning(fmt::format(
      "only {} of {} games differ: the interval is too narrow; take more random plies (--openings)",
      tally.unique_games, tally.games()));
}

PgnPlayer pgn_player(const Contestant& contestant) {
  return {.name = contestant.name, .movetime_ms = contestant.limits.movetime_ms};
}

std::string forfeit_line(const MatchGame& game, const Contestant& a, const Contestant& b) {
  return fmt::format("game {}.{}: {} forfeits: {} ({})", game.pair() + 1, game.index % 2 + 1,
                     game.forfeited_by_a() ? a.name : b.name, printable(game.forfeit->why.text),
                     to_string(game.forfeit->why.reason));
}

// With a bar, and `pgn` (may be null) to write to. A player that fails does not take the games before with
// it.
Result<std::vector<MatchGame>> play(const MatchConfig& config, const Opponents& opponents, OrderedPgn* pgn,
                                    const std::stop_token& stop) {
  const Contestant& a = opponents.a.contestant;
  const Contestant& b = opponents.b.contestant;
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
    progress.show(state);
    if (pgn != nullptr)
      pgn->add(game.index, match_game_pgn(game, config.rules, pgn_player(a), pgn_player(b)));
  };
  try {
    return run_match(config, a, b, on_game, stop);
  } catch (...) {
    if (pgn != nullptr) pgn->finish();
    throw;
  }
}

int run(const MatchOptions& options, CommandContext& context) {
  const std::stop_token stop =
      context.stop_on_signals();  // first of all: a backend may take its time to load
  const Result<RuleSet> rules = load_rules(options.rules);
  if (!rules) return usage_error(rules.error());
  const Result<Opponents> opponents = open_both(options, stop);
  if (!opponents) return stop.stop_requested() ? kExitInterrupted : usage_error(opponents.error());
  const MatchConfig config{.rules = with_length_limit(*rules),
                           .pairs = options.pairs,
                           .seed = options.seed,
                           .opening_plies = options.opening_plies,
                           .concurrency = opponents->concurrency};
  announce(*opponents);

  std::unique_ptr<OrderedPgn> pgn;
  if (!options.pgn.empty()) {
    const Status writable = check_output_file(options.pgn);
    if (!writable) return usage_error("--pgn: " + writable.error());
    pgn = std::make_unique<OrderedPgn>(options.pgn);
  }
  const Result<std::vector<MatchGame>> games = play(config, *opponents, pgn.get(), stop);
  if (!games) return stop.stop_requested() ? kExitInterrupted : usage_error(games.error());
  if (pgn) pgn->finish();

  const bool unfinished = static_cast<int>(games->size()) < 2 * config.pairs;
  const MatchGame* ended_by = unfinished ? game_that_ended_the_match(*games) : nullptr;
  const MatchReport report{.name_a = opponents->a.contestant.name,
                           .name_b = opponents->b.contestant.name,
                           .rules = rules->name(),
                           .pairs = config.pairs,
                           .opening_plies = config.opening_plies,
                           .seed = config.seed,
                           .interrupted = unfinished && ended_by == nullptr,
                           .stopped_by = ended_by == nullptr ? "" : ended_by->forfeit->why.text,
                           .movetime_a_ms = opponents->a.contestant.limits.movetime_ms,
                           .movetime_b_ms = opponents->b.contestant.limits.movetime_ms,
                           .tally = tally_match(*games)};
  warn_about_equal_games(report.tally);
  if (options.json) {
    print_json(match_json(report));
  } else {
    write_out(match_text(report));
  }
  if (ended_by != nullptr) print_error("the match ends here: " + report.stopped_by);
  return report.interrupted ? kExitInterrupted : ended_by != nullptr ? kExitFailure : kExitSuccess;
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
  command->add_option("--pairs", options->pairs, "Openings; each is played twice, sides swapped")
      ->required()
      ->transform(whole_number(1, 1'000'000));
  add_rules_option(*command, options->rules);
  add_seed_option(*command, options->seed, "Of openings and of players that draw lots");
  command->add_option("--openings", options->opening_plies, "Random plies before the players begin; 0: none")
      ->transform(whole_number(0, 200))
      ->capture_default_str();
  command
      ->add_option("--concurrency", options->concurrency,
                   "Games at a time; by default one a core, or one with a clock")
      ->transform(whole_number(1, 1024));
  command->add_option("--pgn", options->pgn, "Write the games to this file");
  command->add_flag("--json", options->json, "One JSON object instead of lines");
  on_run(*command, context, [options, &context] { return run(*options, context); });
}

}  // namespace jungle
