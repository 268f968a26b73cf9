// What the loop measures against endgame tables, and what it writes of it.

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/util/file.hpp"
#include "core/util/random.hpp"
#include "core/util/text.hpp"
#include "selfplay/pipeline.hpp"
#include "selfplay/truth/truth_json.hpp"
#include "tests/selfplay/tally_trainer.hpp"
#include "tests/selfplay/test_runs.hpp"
#include "tests/support/small_tablebase.hpp"

namespace jungle {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

TrainConfig config_with_truth() {
  TrainConfig config = tiny_config();
  config.truth.positions = 150;
  config.truth.visits = 10;
  return config;
}

// An opinion that differs from net to net.
class ModelEvaluator final : public Evaluator {
 public:
  explicit ModelEvaluator(std::uint64_t id) : id_(id) {}
  void evaluate(std::span<const EvalRequest> requests, std::span<EvalResult> results) override {
    for (std::size_t i = 0; i < requests.size(); ++i) {
      Rng rng({id_, requests[i].position->key()});
      const auto win = static_cast<float>(rng.uniform());
      results[i].wdl_for_side_to_move = {win, 0, 1 - win};
      const int moves = requests[i].legal_moves->size();
      std::fill_n(results[i].priors.begin(), moves, 0.0F);
      results[i].priors[rng.below(static_cast<std::uint64_t>(moves))] = 1;
    }
  }
  int max_batch() const override { return 64; }
  std::uint64_t id() const override { return id_; }
  std::string description() const override { return "by the net's hash"; }

 private:
  std::uint64_t id_;
};

PipelineParts parts_with(const EndgameTable* table, int threads) {
  return {.make_evaluator = [](const std::shared_ptr<const Model>& model,
                               int) { return std::make_unique<ModelEvaluator>(model->id()); },
          .make_trainer = make_tally_trainer,
          .gate = {},
          .threads = threads,
          .truth_table = table};
}

struct Recorder : PipelineObserver {
  void on_truth(int generation, const TruthProgress& progress) override {
    EXPECT_EQ(progress.positions_planned, 150);
    measured.push_back(generation);
  }
  void on_note(const std::string& line) override { notes.push_back(line); }
  std::vector<int> measured;
  std::vector<std::string> notes;
};

RunEnd run_in(const fs::path& path, const EndgameTable* table, PipelineObserver& observer, int threads = 2,
              const std::stop_token& stop = {}) {
  const TrainConfig config = config_with_truth();
  auto directory = RunDirectory::open(path, config, {}, tiny_net());
  EXPECT_TRUE(directory) << directory.error();
  const PipelineParts parts = parts_with(table, threads);
  Pipeline pipeline(config, *directory, parts, observer);
  const Status begun = pipeline.begin();
  EXPECT_TRUE(begun) << begun.error();
  return pipeline.run(stop);
}

std::vector<Json> truth_in(const fs::path& run) {
  std::vector<Json> truth;
  const std::string text = *read_file(run / "metrics.jsonl", 1 << 20);
  for (const std::string_view line : split(text, '\n')) {
    if (!line.empty()) truth.push_back(Json::parse(line).value("truth", Json()));
  }
  return truth;
}

TEST(TruthInTraining, EveryNewNetIsMeasuredAndItsLineSaysSo) {
  const test::SmallTablebase tables;
  const fs::path path = fresh_folder() / "run";
  Recorder recorder;
  EXPECT_EQ(run_in(path, &tables.table(), recorder), RunEnd::kFinished);
  EXPECT_EQ(std::set<int>(recorder.measured.begin(), recorder.measured.end()), (std::set{0, 1, 2}));
  const std::vector<Json> truth = truth_in(path);
  ASSERT_EQ(truth.size(), 3U);
  for (std::size_t generation = 0; generation < 3; ++generation) {
    const auto weights = load_weights(path / "nets" / fmt::format("gen-{:04}.safetensors", generation + 1));
    ASSERT_TRUE(weights) << weights.error();
    const auto alone = measure_truth(
        {.table = tables.table(),
         .rules = RuleSet(),
         .make_evaluator = [&](int) { return std::make_unique<ModelEvaluator>(weights_hash(*weights)); },
         .positions = 150,
         .visits = 10},
        {}, [](const TruthProgress&) {});
    ASSERT_TRUE(alone) << alone.error();
    EXPECT_EQ(truth[generation], to_json(alone->groups)) << "the net that this generation made";
  }
  EXPECT_NE(truth[0], truth[1]);
}

TEST(TruthInTraining, WithoutATableNothingIsMeasured) {
  const fs::path path = fresh_folder() / "run";
  Recorder recorder;
  EXPECT_EQ(run_in(path, nullptr, recorder), RunEnd::kFinished);
  EXPECT_TRUE(recorder.measured.empty());
  EXPECT_EQ(truth_in(path), std::vector<Json>(3));
}

TEST(TruthInTraining, StoppedAnywhereItsLinesAreTheSame) {
  const test::SmallTablebase tables;
  const fs::path folder = fresh_folder();
  Recorder unbroken;
  run_in(folder / "whole", &tables.table(), unbroken);

  struct Stopper : PipelineObserver {
    explicit Stopper(int calls) : calls_left(calls) {}
    void on_truth(int, const TruthProgress&) override {
      if (--calls_left <= 0) stop.request_stop();
    }
    int calls_left;
    std::stop_source stop;
  };
  RunEnd end = RunEnd::kInterrupted;
  int starts = 0;
  for (; end == RunEnd::kInterrupted && starts < 30; ++starts) {
    Stopper stopper(1 + starts);
    end = run_in(folder / "broken", &tables.table(), stopper, 1 + starts % 2, stopper.stop.get_token());
  }
  EXPECT_GT(starts, 2);
  EXPECT_EQ(truth_in(folder / "broken"), truth_in(folder / "whole"));
}

TEST(TruthInTraining, ATableThatTurnsOutToBeDamagedIsNotedOnceAndTheRunGoesOn) {
  struct Damaged final : EndgameTable {
    int max_animals() const override { return 2; }
    std::optional<EndgameValue> probe(const Position&) const override { return std::nullopt; }
  };
  const Damaged table;
  const fs::path path = fresh_folder() / "run";
  Recorder recorder;
  EXPECT_EQ(run_in(path, &table, recorder), RunEnd::kFinished);
  ASSERT_EQ(recorder.notes.size(), 1U);
  EXPECT_NE(recorder.notes[0].find("nets are not measured any more"), std::string::npos) << recorder.notes[0];
  EXPECT_EQ(truth_in(path), std::vector<Json>(3));
}

}  // namespace
}  // namespace jungle
