#include "app/training_run.hpp"

#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "app/named_net.hpp"
#include "app/run_matches.hpp"
#include "app/training_evaluator.hpp"
#include "app/truth_table.hpp"
#include "app/version.hpp"
#include "core/util/available_cores.hpp"

namespace jungle {
namespace {

Result<NetWeights> first_weights(const std::string& init, const TrainConfig& config) {
  if (init.empty()) return random_weights(config.net, config.run.seed);
  Result<NamedNet> net = load_named_net(init);
  if (!net) return Error{fmt::format("--init: {}", net.error())};
  NetWeights& weights = net->weights;
  if (weights.config != config.net)
    return Error{
        fmt::format("--init: {} is a {} net of another shape than the configuration's {}; set net.size, "
                    "net.value_channels and "
                    "net.value_hidden to match it",
                    net->origin, weights.config.name(), config.net.name())};
  weights.metadata["initial"] = std::filesystem::path(net->origin).filename().string();
  return std::move(weights);
}

}  // namespace

Result<PreparedTraining> prepare_training(TrainConfig config, const std::string& init,
                                          EndgameTables& tables) {
  auto truth_table = open_truth_table(config);
  if (!truth_table) return Error{truth_table.error()};
  if (const Status equipped = tables.equip(config); !equipped) return Error{equipped.error()};
  auto initial = first_weights(init, config);
  if (!initial) return Error{initial.error()};
  const auto torch = TorchModule::open();
  if (!torch) return Error{torch.error()};
  const auto evaluator = describe_evaluator(config, std::make_shared<const Model>(*initial));
  if (!evaluator) return Error{evaluator.error()};
  return PreparedTraining{std::move(config), *std::move(initial), torch->api(), *evaluator,
                          *std::move(truth_table)};
}

std::map<std::string, std::string> run_facts(const PreparedTraining& prepared) {
  return {{"program", program_version()},
          {"commit", build_commit()},
          {"compiler", build_compiler()},
          {"target", build_target()},
          {"torch", prepared.torch.version()},
          {"evaluator", prepared.evaluator},
          {"cores", std::to_string(available_cores())}};
}

PipelineParts pipeline_parts(const PreparedTraining& prepared, int threads) {
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

}  // namespace jungle
