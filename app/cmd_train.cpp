// jungle train: the learning loop on a run directory, then matches that say what came of it.

#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "app/commands.hpp"
#include "app/config_choice.hpp"
#include "app/endgame_tables.hpp"
#include "app/options.hpp"
#include "app/output.hpp"
#include "app/progress.hpp"
#include "app/resources.hpp"
#include "app/run_matches.hpp"
#include "app/training_evaluator.hpp"
#include "app/training_run.hpp"
#include "app/training_talk.hpp"
#include "app/version.hpp"
#include "core/util/available_cores.hpp"
#include "selfplay/pipeline.hpp"

namespace jungle {
namespace {

struct TrainOptions {
  ConfigChoice config;
  std::string run;
  std::string init;
  int threads = available_cores();
};

// Everything that can be refused, before anything is written.
Status check_first(const TrainConfig& config, const std::filesystem::path& run, int threads,
                   EndgameTables& tables) {
  const Status opponents = check_opponents(config, threads, tables);
  return opponents ? check_resources(config, threads, run) : opponents;
}

// A run keeps the net it was begun with: --init may be given again, but not changed.
Status check_first_net(const RunDirectory& run, const NetWeights& given) {
  const auto first = load_weights(run.net(0));
  if (!first) return Error{first.error()};
  if (weights_hash(*first) == weights_hash(given)) return Done{};
  return Error{
      fmt::format("--init: {} was begun with another net ({:016x}, not {:016x}); leave --init out to go on "
                  "with it, or give --run a new directory",
                  run.path().string(), weights_hash(*first), weights_hash(given))};
}

// Nothing is written yet: the command as it was given is what goes on.
int interrupted_before_the_run(const CommandContext& context) {
  fmt::print(stderr, "stopped before the run began; to go on: {}\n", shell_line(context.arguments()));
  return kExitInterrupted;
}

// The run has its configuration; what may change between two calls is given again.
int interrupted(const RunDirectory& run, const TrainOptions& options, const CommandContext& context,
                std::string_view what_else = "") {
  std::vector<std::string> words = {context.program(), "train", "--run", run.path().string()};
  for (const std::string& override : options.config.overrides) words.insert(words.end(), {"--set", override});
  if (options.threads != available_cores())
    words.insert(words.end(), {"--threads", std::to_string(options.threads)});
  fmt::print(stderr, "stopped and saved{}; to go on: {}\n", what_else, shell_line(words));
  return kExitInterrupted;
}

int run_train(const TrainOptions& options, CommandContext& context) {
  const std::stop_token stop = context.stop_on_signals();  // first of all: LibTorch takes its time to load
  EndgameTables tables;
  const auto chosen = load_config(options.config, options.run, context.program());
  if (!chosen) return usage_error(chosen.error());
  const auto prepared = prepare_training(*chosen, options.init, tables);
  if (!prepared) return usage_error(prepared.error());
  const TrainConfig& config = prepared->config;
  const std::string path = options.run.empty() ? default_run_directory(config).string() : options.run;
  const Status checked = check_first(config, path, options.threads, tables);
  if (!checked) return usage_error(checked.error());
  if (stop.stop_requested()) return interrupted_before_the_run(context);

  auto run = RunDirectory::open(path, config, run_facts(*prepared), prepared->initial);
  if (!run) return usage_error(run.error());
  if (!options.init.empty()) {
    if (const Status same = check_first_net(*run, prepared->initial); !same) return usage_error(same.error());
  }
  Progress progress;
  TrainingTalk talk(progress, config.run);
  const PipelineParts parts = pipeline_parts(*prepared, options.threads);
  Pipeline pipeline(config, *run, parts, talk);
  if (const Status begun = pipeline.begin(); !begun) return usage_error(begun.error());

  progress.line(fmt::format("jungle {} ({}), run {}", program_version(), build_commit(), path));
  const auto player = describe_evaluator(config, pipeline.best());
  if (!player) return usage_error(player.error());
  progress.line(fmt::format("player: {}, {} of {} cores", *player, options.threads, available_cores()));
  progress.line(fmt::format("learner: {}", pipeline.trainer().description()));
  if (prepared->truth_table)
    progress.line(fmt::format("truth: nets are measured against {}, up to {} animals", config.truth.tablebase,
                              prepared->truth_table->max_animals()));
  for (const std::string& line : tables.descriptions()) progress.line(line);
  warn_about_threads(options.threads);
  if (pipeline.finished())
    progress.line(
        fmt::format("all {} generations are done; to train the net further, begin another run: {}",
                    run->checkpoint()->generation,
                    shell_line({context.program(), "train", "--init", path, "--run", path + "-more"})));
  if (pipeline.run(stop) == RunEnd::kInterrupted) return interrupted(*run, options, context);

  const std::string net = run->net(run->checkpoint()->generation).string();
  progress.line(fmt::format("trained: {}", net));
  const auto finals = play_final_matches(
      config, pipeline.latest(), {.threads = options.threads, .progress = progress, .tables = tables}, stop);
  if (!finals) return usage_error(finals.error());
  if (!finals->matches.empty()) write_out(final_table(*finals, config));
  if (!finals->complete)
    return interrupted(*run, options, context, ", but for the matches, which are played anew");
  print("net {}\nweights {:016x}\n", net, pipeline.latest()->id());
  return kExitSuccess;
}

}  // namespace

void add_train_command(CLI::App& app, CommandContext& context) {
  CLI::App* command =
      app.add_subcommand("train", "Train a net by self-play, from nothing or from where a run stopped");
  const auto options = std::make_shared<TrainOptions>();
  add_config_options(*command, options->config);
  command
      ->add_option("--run", options->run,
                   "Directory of the run, new or to be resumed; default runs/NAME of the configuration")
      ->type_name("DIR");
  command->add_option("--init", options->init, "Begin with this net instead of random weights")
      ->type_name("NET");
  add_threads_option(*command, options->threads,
                     "Threads of self-play, learning and matches; results don't depend on it");
  on_run(*command, context, [options, &context] { return run_train(*options, context); });
}

}  // namespace jungle
