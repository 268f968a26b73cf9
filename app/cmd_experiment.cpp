// jungle experiment: trains nets by two or more configurations at equal processor time, over several seeds,
// and lets them play: which configuration makes the stronger nets?

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "app/commands.hpp"
#include "app/experiment_arm.hpp"
#include "app/experiment_matches.hpp"
#include "app/experiment_report.hpp"
#include "app/experiment_training.hpp"
#include "app/ladder_config.hpp"
#include "app/options.hpp"
#include "app/output.hpp"
#include "app/player_spec.hpp"
#include "app/version.hpp"
#include "core/util/available_cores.hpp"

namespace jungle {
namespace {

namespace fs = std::filesystem;

struct ExperimentOptions {
  std::vector<std::string> arms;
  std::string out;
  int seeds = 3;
  std::uint64_t seed = 1;
  double cpu_minutes = 5;
  std::string player = "mcts:net=NET,movetime=20";
  std::int64_t games = 0;  // 0: kGamesANet for each net
  std::string rules;
  int opening_plies = 8;
  int concurrency = 0;
  int threads = available_cores();
  bool json = false;
};

constexpr std::int64_t kGamesANet = 200;
constexpr int kMostArms = 16;
constexpr double kMostMinutes = 1e6;
constexpr double kWholeBudget = 0.9;  // a run that ends with less of it than this ended for another reason

Result<std::vector<ExperimentArm>> arms_of(const ExperimentOptions& options) {
  if (options.player.find(kNetInSpec) == std::string::npos)
    return Error{"--player: there is no NET in it, which stands for a net's file"};
  if (const auto spec = parse_player_spec(spec_of_net(options.player, "a")); !spec)
    return Error{"--player: " + spec.error()};
  std::vector<ExperimentArm> arms;
  for (const std::string& text : options.arms) {
    Result<ExperimentArm> arm = parse_arm(text);
    if (!arm) return Error{arm.error()};
    arms.push_back(*std::move(arm));
  }
  return arms;
}

void warn_about_budget(const ExperimentArmReport& arm, const ExperimentOptions& options) {
  for (const ExperimentNet& net : arm.nets) {
    if (net.cpu_minutes >= kWholeBudget * options.cpu_minutes) continue;
    print_warning(
        fmt::format("{}: its {} generations took {:.1f} of {} minutes; raise run.generations of \"{}\"",
                    net.run, net.generations, net.cpu_minutes, options.cpu_minutes, arm.text));
  }
}

// Seed by seed, so that what happens on the machine meanwhile happens to all arms. False when stopped.
Result<bool> train_all(const ExperimentOptions& options, const std::vector<ExperimentArm>& arms,
                       ExperimentReport& report, Progress& progress, const std::stop_token& stop) {
  for (int i = 0; i < options.seeds; ++i) {
    for (std::size_t arm = 0; arm < arms.size(); ++arm) {
      const std::uint64_t seed = options.seed + static_cast<std::uint64_t>(i);
      const std::string name = fmt::format("{}-{}", arm_letter(arm), seed);
      const ArmTraining training{.config = arm_config(arms[arm].config, name, seed, options.cpu_minutes),
                                 .run = fs::path(options.out) / name,
                                 .label = fmt::format("{}, seed {}: ", arm_letter(arm), seed),
                                 .threads = options.threads};
      const Result<std::optional<ExperimentNet>> net = train_arm(training, progress, stop);
      if (!net) return Error{net.error()};
      if (!*net) return false;
      report.arms[arm].nets.push_back(**net);
    }
  }
  progress.clear();
  for (const ExperimentArmReport& arm : report.arms) warn_about_budget(arm, options);
  return true;
}

// The report is filled when all games were played: kBudget.
Result<LadderEnd> rate_all(const ExperimentOptions& options, ExperimentReport& report, Progress& progress,
                           const std::stop_token& stop) {
  ExperimentMatches matches{.store = fs::path(options.out) / "ladder.sqlite",
                            .players = {},
                            .rules = options.rules,
                            .seed = options.seed,
                            .opening_plies = options.opening_plies,
                            .games = options.games,
                            .concurrency = options.concurrency};
  std::vector<std::vector<int>> places(report.arms.size());
  for (std::size_t arm = 0; arm < report.arms.size(); ++arm) {
    for (const ExperimentNet& net : report.arms[arm].nets) {
      places[arm].push_back(static_cast<int>(matches.players.size()));
      matches.players.push_back(spec_of_net(options.player, net.run));
    }
  }
  if (matches.games == 0) matches.games = kGamesANet * static_cast<std::int64_t>(matches.players.size());
  const Result<ExperimentRatings> ratings = play_experiment(matches, progress, stop);
  if (!ratings)
    return stop.stop_requested() ? Result<LadderEnd>(LadderEnd::kStopped) : Error{ratings.error()};
  if (ratings->end != LadderEnd::kBudget) return ratings->end;
  report.games = ratings->games;
  for (std::size_t arm = 0; arm < report.arms.size(); ++arm) {
    for (std::size_t i = 0; i < places[arm].size(); ++i)
      report.arms[arm].nets[i].rating = ratings->fit.ratings[static_cast<std::size_t>(places[arm][i])];
    if (arm > 0) report.arms[arm].difference = compare_arms(ratings->fit, places[0], places[arm]);
  }
  return ratings->end;
}

int interrupted(const CommandContext& context) {
  fmt::print(stderr, "stopped and saved; the same command goes on: {}\n", shell_line(context.arguments()));
  return kExitInterrupted;
}

int run_experiment(const ExperimentOptions& options, CommandContext& context) {
  const std::stop_token stop = context.stop_on_signals();  // first of all: LibTorch takes its time to load
  const Result<std::vector<ExperimentArm>> arms = arms_of(options);
  if (!arms) return usage_error(arms.error());
  const Result<RuleSet> rules = load_rules(options.rules);
  if (!rules) return usage_error(rules.error());
  ExperimentReport report{.commit = build_commit(),
                          .command = shell_line(context.arguments()),
                          .cpu_minutes = options.cpu_minutes,
                          .player = options.player,
                          .rules = rules->name(),
                          .opening_plies = options.opening_plies,
                          .arms = {}};
  for (const ExperimentArm& arm : *arms) report.arms.push_back({.text = arm.text, .nets = {}});
  warn_about_threads(options.threads);
  Progress progress;
  const Result<bool> trained = train_all(options, *arms, report, progress, stop);
  if (!trained) return usage_error(trained.error());
  if (!*trained) return interrupted(context);
  const Result<LadderEnd> end = rate_all(options, report, progress, stop);
  if (!end) return usage_error(end.error());
  if (*end == LadderEnd::kStopped) return interrupted(context);
  if (*end != LadderEnd::kBudget) {
    print_error("the matches end here: a player can't be had any more");
    return kExitFailure;
  }
  if (options.json) {
    print_json(experiment_json(report));
  } else {
    write_out(experiment_text(report));
  }
  return kExitSuccess;
}

}  // namespace

void add_experiment_command(CLI::App& app, CommandContext& context) {
  CLI::App* command = app.add_subcommand(
      "experiment", "Train nets by several configurations at equal processor time and let them play");
  command->footer(
      "An arm is a training configuration and what is changed in it:\n"
      "jungle experiment configs/train/quickstart.toml configs/train/quickstart.toml,target.discount=1 --out "
      "runs/discount");
  const auto options = std::make_shared<ExperimentOptions>();
  command
      ->add_option("ARM", options->arms,
                   "CONFIG[,section.key=value...]; the others are compared with the first")
      ->required()
      ->expected(2, kMostArms);
  command
      ->add_option("--out", options->out,
                   "Directory of the experiment: a run a net, and the games; goes on from it")
      ->required()
      ->type_name("DIR");
  command->add_option("--seeds", options->seeds, "Nets an arm")
      ->transform(whole_number(1, 1000))
      ->capture_default_str();
  add_seed_option(*command, options->seed, "Of the first net of each arm, and of the openings");
  command
      ->add_option("--cpu-minutes", options->cpu_minutes,
                   "Processor time to train a net, all threads together")
      ->transform(real_number(0.01, kMostMinutes))
      ->capture_default_str();
  command->add_option("--player", options->player, "How a net plays; NET stands for it")
      ->type_name("PLAYER")
      ->capture_default_str();
  command
      ->add_option("--games", options->games,
                   "Games between the nets in all; by default 200 times their number")
      ->transform(whole_number(2, 1'000'000'000));
  add_rules_option(*command, options->rules);
  command->add_option("--openings", options->opening_plies, "Random plies before the nets begin; 0: none")
      ->transform(whole_number(0, 200))
      ->capture_default_str();
  command
      ->add_option("--concurrency", options->concurrency,
                   "Games at a time; by default one a core, or one with a clock")
      ->transform(whole_number(1, 1024));
  add_threads_option(*command, options->threads, "Threads of self-play and learning");
  command->add_flag("--json", options->json, "One JSON object instead of a table");
  on_run(*command, context, [options, &context] { return run_experiment(*options, context); });
}

}  // namespace jungle
