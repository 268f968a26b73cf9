// jungle selfplay: games of a net against itself, as shards and text records, without training.

#include <filesystem>
#include <memory>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/commands.hpp"
#include "app/config_choice.hpp"
#include "app/net_path.hpp"
#include "app/options.hpp"
#include "app/output.hpp"
#include "app/progress.hpp"
#include "app/training_evaluator.hpp"
#include "core/util/available_cores.hpp"
#include "selfplay/generation_report.hpp"

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
  bool json = false;
};

struct Source {
  TrainConfig config;
  std::shared_ptr<const Model> model;
};

Result<Source> open_source(const SelfPlayOptions& options, const std::string& program) {
  if (options.net.empty() == options.run.empty()) return Error{"give one of --net NET and --run DIR"};
  auto config = load_config(options.config, options.run, program);
  if (!config) return Error{config.error()};
  const auto path = find_net(options.net.empty() ? options.run : options.net);
  if (!path) return Error{path.error()};
  auto weights = load_weights(*path);
  if (!weights) return Error{weights.error()};
  return Source{*std::move(config), std::make_shared<const Model>(*std::move(weights))};
}

SelfPlayJob job_for(const SelfPlayOptions& options, const Source& source) {
  const TrainConfig& config = source.config;
  const auto generation = static_cast<std::uint32_t>(options.generation);
  return {.game_plan = make_game_plan(config, generation),
          .shard_plan = {.directory = options.out,
                         .origin = {.seed = config.run.seed,
                                    .generation = generation,
                                    .model_id = source.model->id()},
                         .games = options.games,
                         .games_per_shard = config.selfplay.games_per_shard,
                         .length_draw_weight = static_cast<float>(config.selfplay.length_draw_weight),
                         .event = "self-play"},
          .model = source.model,
          .make_evaluator = training_evaluator_factory(config),
          .threads = options.threads,
          .slots = config.selfplay.slots};
}

GenerationReport report_of(const SelfPlayResult& played, int generation) {
  GenerationReport report;
  report.generation = generation;
  report.games = statistics_of(played.shards);
  report.games_kept = played.games_kept;
  report.bad_shards = static_cast<int>(played.problems.size());
  report.self_play_seconds = played.seconds;
  report.times = played.times;
  report.total_samples = report.games.samples;
  return report;
}

int run_selfplay(const SelfPlayOptions& options, CommandContext& context) {
  const auto source = open_source(options, context.program());
  if (!source) return usage_error(source.error());
  const auto evaluator = describe_evaluator(source->config, source->model);
  if (!evaluator) return usage_error(evaluator.error());
  const std::stop_token stop = context.stop_on_signals();
  std::filesystem::create_directories(options.out);

  Progress progress;
  progress.line(fmt::format("player: {}, {} of {} cores", *evaluator, options.threads, available_cores()));
  warn_about_threads(options.threads);
  const SelfPlayResult played =
      play_games(job_for(options, *source), stop, [&](const SelfPlayProgress& state) {
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
  const GenerationReport report = report_of(played, options.generation);
  if (options.json) {
    print_json(to_json(report));
  } else {
    print("{}\n{} samples in {}\n", games_line(report), report.games.samples, options.out);
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
  command->add_option("--games", options->games, "How many")->required()->check(CLI::Range(1, 1'000'000'000));
  command->add_option("--out", options->out, "Directory of the files; made if missing")
      ->required()
      ->type_name("DIR");
  command->add_option("--generation", options->generation, "Names the files and the games' random streams")
      ->check(CLI::Range(0, 1'000'000))
      ->capture_default_str();
  add_config_options(*command, options->config);
  add_threads_option(*command, options->threads, "Threads; the games don't depend on it");
  command->add_flag("--json", options->json, "One JSON object instead of lines");
  on_run(*command, context, [options, &context] { return run_selfplay(*options, context); });
}

}  // namespace jungle
