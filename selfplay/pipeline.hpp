#pragma once
// The learning loop: generations of self-play with the best net, then training, then (optionally) a
// measurement against endgame tables and a gate, until the run's last generation. Everything passes through
// the run directory, so a loop that is stopped or killed at any instant goes on from there and ends with the
// same weights, bit for bit, as one that never stopped.
//
//   Pipeline pipeline(config, run, parts, observer);
//   if (Status begun = pipeline.begin(); !begun) return usage_error(begun.error());
//   RunEnd end = pipeline.run(stop_token);
//
// A shard of an earlier generation that is missing or damaged is noted and skipped; a table that turns out to
// be damaged is noted and asked no more. Training that diverges is a RunError and leaves the last checkpoint
// as it was; a broken disk throws what it throws. Thread rule: hostile; it starts its own threads and joins
// them.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <string>

#include "core/util/cpu_time.hpp"
#include "nn/model.hpp"
#include "nn/trainer.hpp"
#include "search/endgame_table.hpp"
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
  virtual void on_truth(int /*generation*/, const TruthProgress& /*progress*/) {}
  virtual void on_generation(const GenerationReport& /*report*/) {}
  // Something worth a line: a bad shard, samples still missing.
  virtual void on_note(const std::string& /*line*/) {}
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
  int threads = 1;
  std::function<double()> cpu_seconds = process_cpu_seconds;  // spent by this process so far
  // Nets are measured against it after each generation, as config.truth says; none: not at all.
  const EndgameTable* truth_table = nullptr;  // outlives the pipeline
};

enum class RunEnd { kFinished, kInterrupted };

class Pipeline {
 public:
  // All three outlive the pipeline.
  Pipeline(const TrainConfig& config, RunDirectory& run, const PipelineParts& parts,
           PipelineObserver& observer);
  ~Pipeline();

  // Loads what the run goes on from, its first net or its last checkpoint. Refuses a net or an optimiser
  // state that is missing or not the one the checkpoint was made with.
  Status begin();

  // Precondition: begin() has succeeded.
  RunEnd run(const std::stop_token& stop);

  // Precondition of both: begin() has succeeded.
  std::shared_ptr<const Model> latest() const { return latest_; }
  std::shared_ptr<const Model> best() const { return best_; }  // who plays
  const Trainer& trainer() const { return *trainer_; }
  // Whether the generations asked for are done, or the budget of processor time is spent.
  bool finished() const;

 private:
  Result<std::shared_ptr<const Model>> load_net(int generation) const;
  void load_window(const std::stop_token& stop);
  bool play(GenerationReport& report, const std::stop_token& stop);
  bool learn_from(GenerationReport& report, const std::stop_token& stop);
  void schedule(LearnPlan& plan) const;
  bool measure(GenerationReport& report, const std::stop_token& stop);
  bool judge(GenerationReport& report, const std::stop_token& stop);
  RunError diverged() const;
  NetWeights described(NetWeights weights) const;
  ShardPlan shard_plan(int generation, std::uint64_t model_id) const;

  const TrainConfig& config_;
  RunDirectory& run_;
  const PipelineParts& parts_;
  PipelineObserver& observer_;
  Checkpoint state_;
  double generation_began_ = 0;  // parts_.cpu_seconds() then
  ReplayBuffer replay_;
  std::unique_ptr<Trainer> trainer_;
  std::shared_ptr<const Model> best_;    // plays
  std::shared_ptr<const Model> latest_;  // learns
  bool table_is_sound_ = true;           // as far as is known
};

}  // namespace jungle
