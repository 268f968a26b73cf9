// jungle ladder: rates a pool of players by games chosen to tell most, kept in a file that it goes on from.

#include <chrono>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "app/commands.hpp"
#include "app/ladder_report.hpp"
#include "app/ladder_setup.hpp"
#include "app/opened_players.hpp"
#include "app/options.hpp"
#include "app/output.hpp"
#include "app/player_spec.hpp"
#include "app/progress.hpp"
#include "core/util/file.hpp"
#include "core/util/text.hpp"
#include "selfplay/data/rules_json.hpp"
#include "selfplay/rating/ladder.hpp"
#include "selfplay/rating/ladder_games.hpp"

namespace jungle {
namespace {

namespace fs = std::filesystem;

struct LadderOptions {
  LadderChoice choice;
  std::string store;
  double minutes = 0;
  std::int64_t games = 0;
  std::string pgn;
  bool table = false;
  bool json = false;
};

constexpr double kMaxMinutes = 60 * 24 * 365;

Result<fs::path> store_path(const LadderOptions& options) {
  if (!options.store.empty()) return fs::path(options.store);
  if (options.choice.run.empty()) return Error{"where is the ladder? Give --store FILE or --run DIR"};
  return fs::path(options.choice.run) / "ladder.sqlite";
}

// What is played, and how much of the budget is left.
class LadderProgress {
 public:
  explicit LadderProgress(const LadderBudget& budget) : budget_(budget) {}

  void show(const LadderPair& pair, const LadderGame& game, const std::vector<LadderPlayer>& players) {
    ++games_;
    if (is_forfeit(game.termination)) {
      const bool second_lost = (game.half_points_of_first == 2) == (game.game == 0);
      const LadderPlayer& loser = players[static_cast<std::size_t>(second_lost ? pair.second : pair.first)];
      progress_.line(fmt::format("game {}.{}: {} forfeits: {} ({})", pair.id, game.game + 1, loser.spec,
                                 printable(game.forfeit), game.termination));
    }
    std::string detail = fmt::format("round {}", pair.round);
    if (budget_.time.count() > 0) {
      detail += fmt::format(", {} of {}",
                            duration_text(std::chrono::duration<double>(Clock::now() - begin_).count()),
                            duration_text(std::chrono::duration<double>(budget_.time).count()));
    }
    progress_.show({.label = "ladder",
                    .done = games_,
                    .total = budget_.games,
                    .unit = "games",
                    .detail = std::move(detail)});
  }

 private:
  using Clock = std::chrono::steady_clock;
  LadderBudget budget_;
  Clock::time_point begin_ = Clock::now();
  std::int64_t games_ = 0;
  Progress progress_;
};

// The records of all games of the store. The rules are the store's.
Status write_pgn(const std::string& store, const LadderContents& contents, const std::string& path) {
  const auto setting = contents.settings.find("rules");
  const std::string text = setting == contents.settings.end() ? "" : setting->second;
  const Result<RuleSet> rules = rules_from_json(nlohmann::ordered_json::parse(text, nullptr, false));
  if (!rules) return Error{store + ": " + rules.error()};
  std::vector<PgnPlayer> players;
  for (const LadderPlayer& player : contents.players) {
    const Result<PlayerSpec> spec = parse_player_spec(player.spec);
    players.push_back({.name = player.spec, .movetime_ms = spec ? spec->limits.movetime_ms : 0});
  }
  AtomicFile file(path);
  for (const LadderGame& game : contents.games) {
    const auto record =
        ladder_game_pgn(contents.pairs[static_cast<std::size_t>(game.pair - 1)], game, *rules, players);
    if (!record) return Error{store + ": " + record.error()};
    file.write(*record);
  }
  file.commit();
  return Done{};
}

int report(LadderStore& store, const LadderOptions& options) {
  const std::string name = store.path().string();
  const LadderContents contents = store.contents();
  const LadderReport ratings = report_ladder(name, contents);
  if (!options.table) store.save_ratings(ratings.fit.ratings);
  if (!options.pgn.empty()) {
    if (const Status written = write_pgn(name, contents, options.pgn); !written)
      return usage_error(written.error());
  }
  if (options.json) {
    print_json(ladder_json(ratings));
  } else {
    write_out(ladder_text(ratings));
  }
  return kExitSuccess;
}

Status check_pgn(const LadderOptions& options, const fs::path& store) {
  if (options.pgn.empty()) return Done{};
  std::error_code unknown;
  if (fs::weakly_canonical(options.pgn, unknown) == fs::weakly_canonical(store, unknown))
    return Error{"--pgn: " + options.pgn + " is the store; give another name"};
  const Status writable = check_replaced_file(options.pgn, kPgnBeginning);
  return writable ? writable : Status(Error{"--pgn: " + writable.error()});
}

int run_table(const LadderOptions& options) {
  const Result<fs::path> path = store_path(options);
  if (!path) return usage_error(path.error());
  if (const Status writable = check_pgn(options, *path); !writable) return usage_error(writable.error());
  Result<LadderStore> store = LadderStore::open_to_read(*path);
  if (!store) return usage_error(store.error());
  return report(*store, options);
}

Result<LadderEnd> play(LadderStore& store, const OpenedLadder& opened, LadderConfig config,
                       const LadderBudget& budget, const std::stop_token& stop) {
  const std::vector<LadderPlayer> names = store.players();
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i].spec == opened.settings.at("anchor")) config.anchor = static_cast<int>(i);
  }
  std::vector<Contestant> contestants;
  for (const OpenedPlayer& player : opened.players.players) contestants.push_back(player.contestant);
  Ladder ladder(store, std::move(config), std::move(contestants));
  LadderProgress progress(budget);
  return ladder.play(
      budget, [&](const LadderPair& pair, const LadderGame& game) { progress.show(pair, game, names); },
      stop);
}

int run_games(const LadderOptions& options, CommandContext& context) {
  const std::stop_token stop =
      context.stop_on_signals();  // first of all: a backend may take its time to load
  const Result<fs::path> path = store_path(options);
  if (!path) return usage_error(path.error());
  EndgameTables tables;  // of players that name one
  const Result<OpenedLadder> opened = open_ladder(options.choice, tables, stop);
  if (!opened) return stop.stop_requested() ? kExitInterrupted : usage_error(opened.error());
  if (const Status writable = check_pgn(options, *path); !writable) return usage_error(writable.error());
  if (path->has_parent_path()) fs::create_directories(path->parent_path());
  Result<LadderStore> store = LadderStore::open(*path, opened->settings);
  if (!store) return usage_error(store.error());
  const Result<std::vector<int>> ids = store->admit(opened->identities);
  if (!ids) return usage_error(ids.error());
  announce(opened->players);
  announce(tables);

  LadderConfig config = opened->config;
  config.players = *ids;
  const LadderBudget budget{.games = options.games,
                            .time = std::chrono::milliseconds(std::llround(options.minutes * 60000))};
  const Result<LadderEnd> end = play(*store, *opened, std::move(config), budget, stop);
  if (!end) return usage_error(end.error());
  if (const int exit_code = report(*store, options); exit_code != kExitSuccess) return exit_code;
  switch (*end) {
    case LadderEnd::kBudget:
      break;
    case LadderEnd::kNoOpeningsLeft:
      print_warning("every two players have played every opening: there is nothing left to play");
      break;
    case LadderEnd::kPlayerGone:
      print_error("the ladder ends here: a player can't be had any more");
      return kExitFailure;
    case LadderEnd::kStopped:
      fmt::print(stderr, "stopped; all finished games are kept, the same command goes on: {}\n",
                 shell_line(context.arguments()));
      return kExitInterrupted;
  }
  return kExitSuccess;
}

void add_pool_options(CLI::App& command, LadderPool& pool, CLI::Option* config) {
  command.add_option("--players", pool.players, "Players, instead of --config; the first is the anchor")
      ->type_name("PLAYER")
      ->excludes(config);
  add_rules_option(command, pool.rules)->excludes(config);
  add_seed_option(command, pool.seed, "Of openings and of players that draw lots")->excludes(config);
  CLI::Option* const plies =
      command.add_option("--openings", pool.opening_plies, "Random plies before the players begin; 0: none")
          ->transform(whole_number(0, 200))
          ->capture_default_str()
          ->excludes(config);
  command
      .add_option("--opening-file", pool.opening_file,
                  "Begin with positions of this file, one a line; each once for every two players")
      ->type_name("FILE")
      ->excludes(config)
      ->excludes(plies);
}

}  // namespace

void add_ladder_command(CLI::App& app, CommandContext& context) {
  CLI::App* command =
      app.add_subcommand("ladder", "Rate many players on one scale; goes on where it stopped");
  const auto options = std::make_shared<LadderOptions>();
  CLI::Option* const config =
      command->add_option("--config", options->choice.config, "Who plays, and how: a TOML file")
          ->type_name("FILE");
  add_pool_options(*command, options->choice.pool, config);
  command->add_option("--store", options->store, "The file that keeps the games; made if missing")
      ->type_name("FILE");
  command
      ->add_option("--run", options->choice.run,
                   "A run directory: its nets for [nets], and its ladder.sqlite unless --store is given")
      ->type_name("DIR");
  command->add_option("--minutes", options->minutes, "Begin no game after this time")
      ->transform(real_number(0.001, kMaxMinutes));
  command->add_option("--games", options->games, "Play so many more games; without a bound, until Ctrl-C")
      ->transform(whole_number(1, 1'000'000'000));
  command
      ->add_option("--concurrency", options->choice.concurrency,
                   "Games at a time; by default one a core, or one with a clock")
      ->transform(whole_number(1, 1024));
  command
      ->add_option("--pgn", options->pgn,
                   "Write all games of the ladder to this file; an older one of games is replaced")
      ->type_name("FILE");
  command->add_flag("--table", options->table, "Play nothing: print the ratings")->excludes(config);
  command->add_flag("--json", options->json, "One JSON object instead of a table");
  on_run(*command, context,
         [options, &context] { return options->table ? run_table(*options) : run_games(*options, context); });
}

}  // namespace jungle
