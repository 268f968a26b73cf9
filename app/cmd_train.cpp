// jungle train: the learning loop on a run directory, then matches that say what came of it.

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "app/commands.hpp"
#include "app/config_choice.hpp"
#include "app/endgame_tables.hpp"
#include "app/net_path.hpp"
#include "app/options.hpp"
#include "app/output.hpp"
#include "app/progress.hpp"
#include "app/resources.hpp"
#include "app/run_matches.hpp"
#include "app/training_evaluator.hpp"
#include "app/truth_table.hpp"
#include "app/version.hpp"
#include "core/util/available_cores.hpp"
#include "nn/torch_loader.hpp"
#include "selfplay/pipeline.hpp"

namespace jungle {
namespace {

struct TrainOptions {
  ConfigChoice config;
  std::string run;
  std::string init;
  int threads = available_cores();
};

// The pipeline's news as a bar and lines.
class Talk final : public PipelineObserver {
 public:
  Talk(Progress& progress, int generations) : progress_(progress), generations_(generations) {}

  void on_self_play(int generation, const SelfPlayProgress& state) override {
    progress_.show({.label = label(generation, "self-play"),
                    .done = state.games,
                    .total = state.games_planned,
                    .unit = "games",
                    .detail = fmt::format("{} samples{}", state.samples, run_time_left(generation))});
  }
  void on_learning(int generation, const LearnProgress& state) override {
    progress_.show({.label = label(generation, "learning"),
                    .done = state.step,
                    .total = state.steps,
                    .unit = "steps",
                    .detail = fmt::format("policy {:.3f} value {:.3f}{}", state.losses.policy,
                                          state.losses.value, run_time_left(generation))});
  }
  void on_truth(int generation, const TruthProgress& state) override {
    progress_.show({.label = label(generation, "truth"),
                    .done = state.positions,
                    .total = state.positions_planned,
                    .unit = "positions",
                    .detail = fmt::format("the new net{}", run_time_left(generation))});
  }
  void on_generation(const GenerationReport& report) override {
    ++finished_;
    last_end_ = Clock::now();
    progress_.line(to_lines(report));
  }
  void on_note(const std::string& line) override { progress_.line(line); }

 private:
  using Clock = std::chrono::steady_clock;

  std::string label(int generation, std::string_view phase) const {
    return fmt::format("{}/{} {}", generation + 1, generations_, phase);
  }

  // From the generations finished since this process began, as if the running one had just begun.
  std::string run_time_left(int generation) const {
    if (finished_ == 0) return "";
    const double elapsed = std::chrono::duration<double>(last_end_ - start_).count();
    return fmt::format(", run {} left", duration_text(elapsed / finished_ * (generations_ - generation)));
  }

  Progress& progress_;
  int generations_;
  int finished_ = 0;
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_end_ = start_;
};

Result<NetWeights> first_weights(const TrainOptions& options, const TrainConfig& config) {
  if (options.init.empty()) return random_weights(config.net, config.run.seed);
  const auto path = find_net(options.init);
  if (!path) return Error{fmt::format("--init: {}", path.error())};
  Result<NetWeights> weights = load_weights(*path);
  if (!weights) return Error{fmt::format("--init: {}", weights.error())};
  if (weights->config != config.net)
    return Error{
        fmt::format("--init: {} is a {} net of another shape than the configuration's {}; set net.size, "
                    "net.value_channels and "
                    "net.value_hidden to match it",
                    path->string(), weights->config.name(), config.net.name())};
  weights->metadata["initial"] = path->filename().string();
  return weights;
}

// Everything that can be refused, before anything is written.
Status check_first(const TrainConfig& config, const std::filesystem::path& run, int threads,
                   EndgameTables& tables) {
  const Status opponents = check_opponents(config, threads, tables);
  return opponents ? check_resources(config, threads, run) : opponents;
}

struct Prepared {
  TrainConfig config;
  NetWeights initial;
  TorchApi torch;
  std::string evaluator;
  std::shared_ptr<const EndgameTable> truth_table;
};

Result<Prepared> prepare(const TrainOptions& options, const std::string& program, EndgameTables& tables) {
  auto config = load_config(options.config, options.run, program);
  if (!config) return Error{config.error()};
  auto truth_table = open_truth_table(*config);
  if (!truth_table) return Error{truth_table.error()};
  if (const Status equipped = tables.equip(*config); !equipped) return Error{equipped.error()};
  auto initial = first_weights(options, *config);
  if (!initial) return Error{initial.error()};
  const auto torch = TorchModule::open();
  if (!torch) return Error{torch.error()};
  const auto evaluator = describe_evaluator(*config, std::make_shared<const Model>(*initial));
  if (!evaluator) return Error{evaluator.error()};
  return Prepared{*std::move(config), *std::move(initial), torch->api(), *evaluator, *std::move(truth_table)};
}

std::map<std::string, std::string> facts(const Prepared& prepared) {
  return {{"program", program_version()},
          {"commit", build_commit()},
          {"compiler", build_compiler()},
          {"target", build_target()},
          {"torch", prepared.torch.version()},
          {"evaluator", prepared.evaluator},
          {"cores", std::to_string(available_cores())}};
}

PipelineParts parts_of(const Prepared& prepared, int threads) {
  const auto make_trainer = [&prepared, threads](const NetWeights& initial, TrainerConfig config) {
    config.threads = threads;
    return prepared.torch.make_trainer(initial, config);
  };
  return {
      .make_evaluator = training_evaluator_factory(prepared.config),
      .make_trainer = make_trainer,
      .gate = [threads](
                  const std::shared_ptr<const Model>& candidate, const std::shared_ptr<const Model>& best,
                  const TrainConfig& config,
                  const std::stop_token& stop) { return play_gate(candidate, best, config, threads, stop); },
      .threads = threads,
      .truth_table = prepared.truth_table.get()};
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
  const auto prepared = prepare(options, context.program(), tables);
  if (!prepared) return usage_error(prepared.error());
  const TrainConfig& config = prepared->config;
  const std::string path = options.run.empty() ? default_run_directory(config).string() : options.run;
  const Status checked = check_first(config, path, options.threads, tables);
  if (!checked) return usage_error(checked.error());
  if (stop.stop_requested()) return interrupted_before_the_run(context);

  auto run = RunDirectory::open(path, config, facts(*prepared), prepared->initial);
  if (!run) return usage_error(run.error());
  if (!options.init.empty()) {
    if (const Status same = check_first_net(*run, prepared->initial); !same) return usage_error(same.error());
  }
  Progress progress;
  Talk talk(progress, config.run.generations);
  const PipelineParts parts = parts_of(*prepared, options.threads);
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
  if (run->checkpoint()->generation >= config.run.generations)
    progress.line(
        fmt::format("all {} generations are done; to train the net further, begin another run: {}",
                    config.run.generations,
                    shell_line({context.program(), "train", "--init", path, "--run", path + "-more"})));
  if (pipeline.run(stop) == RunEnd::kInterrupted) return interrupted(*run, options, context);

  const std::string net = run->net(config.run.generations).string();
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
