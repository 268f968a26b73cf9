#pragma once
// A training run made ready: what `train` and `experiment` share.
//
//   EndgameTables tables;
//   const auto prepared = prepare_training(config, "", tables);
//   if (!prepared) return usage_error(prepared.error());
//   auto run = RunDirectory::open(path, prepared->config, run_facts(*prepared), prepared->initial);
//   const PipelineParts parts = pipeline_parts(*prepared, threads);
//   Pipeline pipeline(prepared->config, *run, parts, talk);

#include <map>
#include <memory>
#include <string>

#include "app/endgame_tables.hpp"
#include "core/util/result.hpp"
#include "nn/torch_loader.hpp"
#include "selfplay/pipeline.hpp"
#include "selfplay/settings.hpp"

namespace jungle {

struct PreparedTraining {
  TrainConfig config;
  NetWeights initial;
  TorchApi torch;
  std::string evaluator;  // what it is, for people
  std::shared_ptr<const EndgameTable> truth_table;
};

// Opens what the run needs: tables (`tables` outlives the run), first net (`init`, a net or a run's folder,
// or random weights where it is empty), LibTorch, evaluator. Nothing is written. Refuses what can't be had.
Result<PreparedTraining> prepare_training(TrainConfig config, const std::string& init, EndgameTables& tables);

// What the manifest of a run says of the program and the machine.
std::map<std::string, std::string> run_facts(const PreparedTraining& prepared);

// `prepared` outlives what is made of it.
PipelineParts pipeline_parts(const PreparedTraining& prepared, int threads);

}  // namespace jungle
