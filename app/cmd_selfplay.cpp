// jungle selfplay: games of a net against itself, as shards and text records, without training.

#include <filesystem>
#include <memory>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/commands.hpp"
#include "app/config_choice.hpp"
#include "app/endgame_tables.hpp"
#include "app/named_net.hpp"
#include "app/options.hpp"
#include "app/output.hpp"
#include "app/progress.hpp"
#include "app/resources.hpp"
#include "app/training_evaluator.hpp"
#include "core/util/available_cores.hpp"
#include "selfplay/folder_lock.hpp"
#include "selfplay/generation_report.hpp"
#include "selfplay/train_config.hpp"
#include "selfplay/train_options.hpp"

namespace jungle {
namespace {

struct SelfPlayOptions {
  ConfigChoice config;
  std::string net;
  std::string run;
  std::string out;
  int games = 0;
  int generation = 0;
  int threads = available_cores();
  std::string tablebase;
  bool adjudicate = false;
  bool json = false;
};

struct Source {
  TrainConfig config;
  std::shared_ptr<const Model> model;
};

// --tablebase and --adjudicate are short for options of the configuration.
ConfigChoice config_of(const SelfPlayOptions& options) {
  ConfigChoice choice = options.config;
  if (!options.tablebase.empty())
    choice.overrides.push_back("selfplay.tablebase=" + to_text(OptionValue(options.tablebase)));
  if (options.adjudicate) choice.overrides.emplace_back("selfplay.adjudicate=true");
  return choice;
}

// What only `train` knows of the games so far.
Status check_without_a_run(const SelfPlaySettings& settings) {
  if (settings.earlier_start > 0)
    return Error{
        "selfplay.earlier_start draws from the games of a run so far, which `train` has and this command has "
        "not; add --set selfplay.earlier_start=0"};
  if (settings.resign)
    return Error{
        "selfplay.resign has its threshold from the games of a run so far, which `train` has and this "
        "command has not; add --set selfplay.resign=false"};
  return Done{};
}

Result<Source> open_source(const SelfPlayOptions& options, const std::string& program,
                           EndgameTables& tables) {
  if (options.net.empty() == options.run.empty()) return Error{"give one of --net NET and --run DIR"};
  auto config = load_config(config_of(options), options.run, program);
  if (!config) return Error{config.error()};
  if (const Status alone = check_without_a_run(config->selfplay); !alone) return Error{alone.error()};
  if (const Status equipped = tables.equip(*config); !equipped) return Error{equipped.error()};
  const std::string run = std::filesystem::path(".") / options.run;  // one called `default` is a folder, too
  Result<NamedNet> net = load_named_net(options.net.empty() ? run : options.net);
  if (!net) return Error{net.error()};
  config->net = net->weights.config;
  return Source{*std::move(config), std::make_shared<const Model>(std::move(net->weights))};
}

SelfPlayJob job_for(const SelfPlayOptions& options, const Source& source, GameStatistics& statistics) {
  const TrainConfig& config = source.config;
  const auto generation = static_cast<std::uint32_t>(options.generation);
  return {
      .game_plan = make_game_plan(config, generation),
      .shard_plan = {.directory = options.out,
                     .origin = {.seed = config.run.seed,
                                .generation = generation,
                                .model_id = source.model->id(),
                                .settings_hash = games_settings_hash(config)},
                     .games = options.games,
                     .games_per_shard = config.selfplay.games_per_shard,
                     .weighting = config.selfplay.weighting,
                     .event = "self-play"},
      .on_shard = [&statistics](int, const std::shared_ptr<const Shard>& shard) { statistics.add(*shard); },
      .model = source.model,
      .make_evaluator = training_evaluator_factory(config),
      .threads = options.threads,
      .slots = config.selfplay.slots};
}

GenerationReport report_of(const SelfPlayResult& played, const GameStatistics& games, int generation) {
  GenerationReport report;
  report.generation = generation;
  report.games = games;
  report.games_kept = played.games_kept;
  report.bad_shards = static_cast<int>(played.problems.size());
  report.self_play_seconds = played.seconds;
  report.times = played.times;
  report.total_samples = report.games.samples;
  return report;
}

// Everything that can be refused before anything is written.
Status check_resources(const SelfPlayOptions& options, const TrainConfig& config) {
  Status status = check_memory(self_play_memory_parts(config, options.threads));
  if (status) status = check_disk(self_play_disk_parts(config, options.games), options.out);
  return status;
}

int run_selfplay(const SelfPlayOptions& options, CommandContext& context) {
  const std::stop_token stop =
      context.stop_on_signals();  // first of all: a backend may take its time to load
  EndgameTables tables;
  const auto source = open_source(options, context.program(), tables);
  if (!source) return usage_error(source.error());
  const auto evaluator = describe_evaluator(source->config, source->model);
  if (!evaluator) return usage_error(evaluator.error());
  if (const Status fits = check_resources(options, source->config); !fits) return usage_error(fits.error());
  const auto lock = FolderLock::take(options.out);
  if (!lock) return usage_error(fmt::format("--out: {}", lock.error()));
  GameStatistics games;
  const SelfPlayJob job = job_for(options, *source, games);
  if (const Status same = check_same_origin(job.shard_plan); !same)
    return usage_error(fmt::format("--out: {}", same.error()));

  Progress progress;
  progress.line(fmt::format("player: {}, {} of {} cores", *evaluator, options.threads, available_cores()));
  for (const std::string& line : tables.descriptions()) progress.line(line);
  warn_about_threads(options.threads);
  const SelfPlayResult played = play_games(job, stop, [&](const SelfPlayProgress& state) {
    progress.show({.label = "self-play",
                   .done = state.games,
                   .total = state.games_planned,
                   .unit = "games",
                   .detail = fmt::format("{} samples", state.samples)});
  });
  progress.clear();
  for (const std::string& problem : played.problems) print_warning(problem);
  if (!played.complete) {
    fmt::print(stderr, "stopped; finished files are kept, the same command plays the rest: {}\n",
               shell_line(context.arguments()));
    return kExitInterrupted;
  }
  const GenerationReport report = report_of(played, games, options.generation);
  if (options.json) {
    print_json(to_json(report));
  } else {
    print("{}\n{}\n{} samples in {}\n", games_line(report), time_line(report), report.games.samples,
          options.out);
  }
  return kExitSuccess;
}

}  // namespace

void add_selfplay_command(CLI::App& app, CommandContext& context) {
  CLI::App* command =
      app.add_subcommand("selfplay", "Play games of a net against itself: shards and text records");
  const auto options = std::make_shared<SelfPlayOptions>();
  command->add_option("--net", options->net, "The net: a .safetensors file or a run directory")
      ->type_name("NET");
  command->add_option("--run", options->run, "A run directory: its best net, its configuration")
      ->type_name("DIR");
  command->add_option("--games", options->games, "How many")
      ->required()
      ->transform(whole_number(1, 1'000'000'000));
  command->add_option("--out", options->out, "Directory of the files; made if missing")
      ->required()
      ->type_name("DIR");
  command->add_option("--generation", options->generation, "Names the files and the games' random streams")
      ->transform(whole_number(0, 1'000'000))
      ->capture_default_str();
  add_config_options(*command, options->config);
  add_threads_option(*command, options->threads, "Threads; the games don't depend on it");
  command
      ->add_option("--tablebase", options->tablebase,
                   "A folder of endgame tables that searches use; for --set selfplay.tablebase=DIR")
      ->type_name("DIR");
  command->add_flag("--adjudicate", options->adjudicate,
                    "End games whose value a table has; for --set selfplay.adjudicate=true");
  command->add_flag("--json", options->json, "One JSON object instead of lines");
  on_run(*command, context, [options, &context] { return run_selfplay(*options, context); });
}

}  // namespace jungle
