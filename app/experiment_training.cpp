#include "app/experiment_training.hpp"

#include <utility>

#include "app/endgame_tables.hpp"
#include "app/resources.hpp"
#include "app/training_run.hpp"
#include "app/training_talk.hpp"
#include "selfplay/run_directory.hpp"

namespace jungle {

TrainConfig arm_config(const TrainConfig& arm, const std::string& name, std::uint64_t seed,
                       double cpu_minutes) {
  TrainConfig config = arm;
  config.run.name = name;
  config.run.seed = seed;
  config.run.cpu_minutes = cpu_minutes;
  config.match.opponents.clear();
  return config;
}

Result<std::optional<ExperimentNet>> train_arm(const ArmTraining& training, Progress& progress,
                                               const std::stop_token& stop) {
  EndgameTables tables;
  const auto prepared = prepare_training(training.config, "", tables);
  if (!prepared) return Error{prepared.error()};
  if (const Status fits = check_resources(prepared->config, training.threads, training.run); !fits)
    return Error{fits.error()};
  auto run = RunDirectory::open(training.run, prepared->config, run_facts(*prepared), prepared->initial);
  if (!run) return Error{run.error()};
  TrainingTalk talk(progress, prepared->config.run, training.label);
  const PipelineParts parts = pipeline_parts(*prepared, training.threads);
  Pipeline pipeline(prepared->config, *run, parts, talk);
  if (const Status begun = pipeline.begin(); !begun) return Error{begun.error()};
  if (pipeline.run(stop) == RunEnd::kInterrupted) return std::optional<ExperimentNet>();
  const Checkpoint& done = *run->checkpoint();
  return std::optional<ExperimentNet>({.seed = prepared->config.run.seed,
                                       .run = training.run.string(),
                                       .generations = done.generation,
                                       .samples = done.samples,
                                       .steps = done.steps,
                                       .cpu_minutes = done.cpu_seconds / 60,
                                       .weights_hash = pipeline.best()->id()});
}

}  // namespace jungle
