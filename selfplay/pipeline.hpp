#pragma once
// The learning loop: generations of self-play with the best net, then training, then (optionally) a gate,
// until the run's last generation. Everything passes through the run directory, so a loop that is stopped or
// killed at any instant goes on from there and ends with the same weights, bit for bit, as one that never
// stopped.
//
//   Pipeline pipeline(config, run, parts);
//   RunEnd end = pipeline.run(stop_token);
//
// A shard of an earlier generation that is missing or damaged is noted and skipped. A net that is missing or
// changed is a RunError; a broken disk throws what it throws. Thread rule: hostile; it starts its own threads
// and joins them.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <string>

#include "nn/model.hpp"
#include "nn/trainer.hpp"
#include "selfplay/data/replay_buffer.hpp"
#include "selfplay/generation_report.hpp"
#include "selfplay/run_directory.hpp"
#include "selfplay/self_play.hpp"

namespace jungle {

struct RunError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Who hears how the loop is getting on. Called from the thread that called run().
class PipelineObserver {
 public:
  virtual ~PipelineObserver() = default;
  virtual void on_self_play(int /*generation*/, const SelfPlayProgress& /*progress*/) {}
  virtual void on_learning(int /*generation*/, const LearnProgress& /*progress*/) {}
  virtual void on_generation(const GenerationReport& /*report*/) {}
  virtual void on_note(const std::string& /*line*/) {
  }  // something worth a line: a bad shard, samples still missing
};

// What the loop needs from outside: who evaluates, who trains, who judges.
struct PipelineParts {
  EvaluatorFactory make_evaluator;
  std::function<std::unique_ptr<Trainer>(const NetWeights& initial, const TrainerConfig& config)>
      make_trainer;
  // Score of `candidate` against `best` in [0, 1]; none when stopped. May be empty while the gate is off.
  std::function<std::optional<double>(const std::shared_ptr<const Model>& candidate,
                                      const std::shared_ptr<const Model>& best, const TrainConfig& config,
                                      const std::stop_token& stop)>
      gate;
  NetWeights initial;  // of a run that has just begun
  int threads = 1;
};

enum class RunEnd { kFinished, kInterrupted };

class Pipeline {
 public:
  // All three outlive the pipeline.
  Pipeline(const TrainConfig& config, RunDirectory& run, const PipelineParts& parts,
           PipelineObserver& observer);
  ~Pipeline();

  RunEnd run(const std::stop_token& stop);

  // The latest net. Precondition: run() has returned.
  std::shared_ptr<const Model> latest() const { return latest_; }

 private:
  void start();
  void resume(const Checkpoint& checkpoint);
  void load_samples(int generation);
  std::shared_ptr<const Model> load_net(int generation) const;
  bool play(GenerationReport& report, const std::stop_token& stop);
  bool learn_from(GenerationReport& report, const std::stop_token& stop);
  bool judge(GenerationReport& report, const std::stop_token& stop);
  NetWeights described(NetWeights weights) const;
  ShardPlan shard_plan(int generation, std::uint64_t model_id) const;

  const TrainConfig& config_;
  RunDirectory& run_;
  const PipelineParts& parts_;
  PipelineObserver& observer_;
  Checkpoint state_;
  ReplayBuffer replay_;
  std::int64_t missing_samples_ = 0;  // played, but no longer on disk
  std::unique_ptr<Trainer> trainer_;
  std::shared_ptr<const Model> best_;    // plays
  std::shared_ptr<const Model> latest_;  // learns
};

}  // namespace jungle
