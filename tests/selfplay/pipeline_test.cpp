#include "selfplay/pipeline.hpp"

#include <fstream>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/util/file.hpp"
#include "tests/selfplay/tally_trainer.hpp"
#include "tests/selfplay/test_runs.hpp"

namespace jungle {
namespace {

namespace fs = std::filesystem;

PipelineParts parts_for(int threads = 2, const EvaluatorFactory& evaluators = uniform_factory()) {
  return {.make_evaluator = evaluators, .make_trainer = make_tally_trainer, .gate = {}, .threads = threads};
}

struct Recorder : PipelineObserver {
  void on_generation(const GenerationReport& report) override { reports.push_back(report); }
  void on_note(const std::string& line) override { notes.push_back(line); }
  std::vector<GenerationReport> reports;
  std::vector<std::string> notes;
};

struct StopsAfter : PipelineObserver {
  explicit StopsAfter(int some) : generations(some) {}
  void on_generation(const GenerationReport& report) override {
    if (report.generation + 1 == generations) stop.request_stop();
  }
  int generations;
  std::stop_source stop;
};

struct Ended {
  RunEnd end;
  std::uint64_t hash;
};

Ended run_in(const fs::path& path, const TrainConfig& config, PipelineObserver& observer,
             const std::stop_token& stop = {}, int threads = 2,
             const EvaluatorFactory& evaluators = uniform_factory()) {
  auto directory = RunDirectory::open(path, config, {}, tiny_net());
  EXPECT_TRUE(directory) << directory.error();
  const PipelineParts parts = parts_for(threads, evaluators);
  Pipeline pipeline(config, *directory, parts, observer);
  const Status begun = pipeline.begin();
  EXPECT_TRUE(begun) << begun.error();
  const RunEnd end = pipeline.run(stop);
  return {end, pipeline.latest() ? pipeline.latest()->id() : 0};
}

int lines_in(const fs::path& path) {
  const std::string text = *read_file(path, 1 << 20);
  return static_cast<int>(std::count(text.begin(), text.end(), '\n'));
}

TEST(Pipeline, RunsItsGenerationsAndLeavesWhatTheyMade) {
  const TrainConfig config = tiny_config();
  const fs::path path = fresh_folder() / "run";
  Recorder recorder;
  EXPECT_EQ(run_in(path, config, recorder).end, RunEnd::kFinished);
  ASSERT_EQ(recorder.reports.size(), 3U);
  EXPECT_EQ(lines_in(path / "metrics.jsonl"), 3);
  for (const char* name : {"nets/gen-0000.safetensors", "nets/gen-0003.safetensors",
                           "nets/gen-0003.optimizer.pt", "games/gen-0002-002.npz"})
    EXPECT_TRUE(fs::exists(path / name)) << name;
  EXPECT_FALSE(fs::exists(path / "nets/gen-0002.optimizer.pt"));
  EXPECT_EQ(fs::read_symlink(path / "nets/best"), fs::path("gen-0003.safetensors"));
  const GenerationReport& last = recorder.reports.back();
  EXPECT_EQ(last.games.games, 10);
  EXPECT_EQ(last.total_steps,
            static_cast<std::int64_t>(static_cast<double>(last.total_samples) * config.learn.passes / 16));
  const auto net = load_weights(path / "nets/gen-0003.safetensors");
  ASSERT_TRUE(net) << net.error();
  EXPECT_EQ(net->metadata.at("generation"), "3");
}

// Stops a run at one call after another of its observer, until it is over; ends as one that never stopped.
void expect_the_same_when_stopped_anywhere(const TrainConfig& config,
                                           const EvaluatorFactory& evaluators = uniform_factory()) {
  const fs::path folder = fresh_folder();
  Recorder unbroken;
  const std::uint64_t expected = run_in(folder / "whole", config, unbroken, {}, 2, evaluators).hash;

  // Stops at the n-th call of any kind, again and again, until the run is over.
  struct Stopper : PipelineObserver {
    explicit Stopper(int calls) : calls_left(calls) {}
    void count() {
      if (--calls_left <= 0) stop.request_stop();
    }
    void on_learning(int, const LearnProgress&) override { count(); }
    void on_generation(const GenerationReport&) override { count(); }
    int calls_left;
    std::stop_source stop;
  };
  for (const int calls : {1, 2, 5}) {
    const fs::path path = folder / std::to_string(calls);
    Ended ended{RunEnd::kInterrupted, 0};
    int starts = 0;
    for (; ended.end == RunEnd::kInterrupted && starts < 100; ++starts) {
      Stopper stopper(calls + starts);
      ended = run_in(path, config, stopper, stopper.stop.get_token(), 1 + starts % 2, evaluators);
    }
    EXPECT_GT(starts, 1);
    EXPECT_EQ(ended.hash, expected) << "stopped after " << calls;
    EXPECT_EQ(lines_in(path / "metrics.jsonl"), config.run.generations);
  }
}

TEST(Pipeline, StoppedAnywhereItEndsWithTheSameWeights) {
  expect_the_same_when_stopped_anywhere(tiny_config());
}

TEST(Pipeline, UnderAMixOfAllPresetsItEndsWithTheSameWeightsToo) {
  TrainConfig config = tiny_config();
  for (const std::string_view name : RuleSet::preset_names())
    config.rule_mix.push_back(*RuleSet::preset(name));
  expect_the_same_when_stopped_anywhere(config);
  Recorder recorder;
  const fs::path path = fresh_folder() / "run";
  config.run.generations = 1;
  run_in(path, config, recorder);
  EXPECT_EQ(load_weights(path / "nets/gen-0001.safetensors")->metadata.at("rule_sets"),
            "wango,kawu,panther,halfmove60,wikipedia,leiden");
}

TEST(Pipeline, WithGamesFromEarlierOnesItEndsWithTheSameWeightsToo) {
  TrainConfig config = tiny_config();
  config.selfplay.earlier_start = 0.5;
  config.selfplay.policy_opening_plies = 4;
  config.selfplay.visits_first = 0.5;
  config.selfplay.visits_generations = 2;
  config.selfplay.max_plies_first = 20;
  config.selfplay.max_plies_generations = 2;
  config.window = {.start = 60, .exponent = 1, .slope = 0, .max = 60};  // less than all samples
  expect_the_same_when_stopped_anywhere(config);
  Recorder recorder;
  run_in(fresh_folder() / "run", config, recorder);
  EXPECT_EQ(recorder.reports[0].games.earlier_starts, 0);
  EXPECT_GT(recorder.reports[1].games.earlier_starts, 0);
}

// Blue wins as soon as an animal is taken.
class BlueWins final : public EndgameTable {
 public:
  int max_animals() const override { return 15; }
  std::optional<EndgameValue> probe(const Position& position) const override {
    if (position.occupied().count() > max_animals()) return std::nullopt;
    const bool blue = position.side_to_move() == Side::kBlue;
    return EndgameValue{.result_for_side_to_move = blue ? 1 : -1, .plies = blue ? 3 : 4};
  }
};

TEST(Pipeline, WithResignationItEndsWithTheSameWeightsToo) {
  const BlueWins table;
  TrainConfig config = tiny_config();
  config.selfplay.games = 30;
  config.run.generations = 2;
  config.selfplay.random_start_first = config.selfplay.random_start_last = 0;
  config.selfplay.max_plies = 80;
  config.selfplay.resign = true;
  config.selfplay.resign_played_on = 0.3;
  config.selfplay.resign_false_rate = 0.5;
  config.selfplay.adjudicate = true;
  config.search.endgame_table = &table;
  const EvaluatorFactory evaluators = [](const std::shared_ptr<const Model>&, int) {
    return std::make_unique<RedIsLost>();
  };
  expect_the_same_when_stopped_anywhere(config, evaluators);
  Recorder recorder;
  run_in(fresh_folder() / "run", config, recorder, {}, 2, evaluators);
  EXPECT_FALSE(recorder.reports[0].resign_threshold);
  EXPECT_EQ(recorder.reports[0].games.resigned, 0);
  ASSERT_TRUE(recorder.reports[0].resign->threshold) << to_lines(recorder.reports[0]);
  EXPECT_EQ(recorder.reports[1].resign_threshold, recorder.reports[0].resign->threshold);
  EXPECT_GT(recorder.reports[1].games.resigned, 0);
}

TEST(Pipeline, AFinishedRunHasNothingLeftToDo) {
  const TrainConfig config = tiny_config();
  const fs::path path = fresh_folder() / "run";
  Recorder first, second;
  const std::uint64_t hash = run_in(path, config, first).hash;
  EXPECT_EQ(run_in(path, config, second).hash, hash);
  EXPECT_TRUE(second.reports.empty());
}

// A clock that goes on by so much whenever it is read; a generation reads it three times.
PipelineParts parts_with_clock(double seconds_a_reading) {
  PipelineParts parts = parts_for();
  parts.cpu_seconds = [seconds_a_reading, now = std::make_shared<double>(1000)] {
    return *now += seconds_a_reading;
  };
  return parts;
}

TEST(Pipeline, ABudgetOfProcessorTimeEndsTheRunAndBringsTheLearningRateDown) {
  TrainConfig config = tiny_config();
  config.run.generations = 50;
  config.run.cpu_minutes = 1;
  config.learn.decay_start = 0;
  config.learn.final_learning_rate = 0;
  const fs::path path = fresh_folder() / "run";
  Recorder recorder;
  const auto run_on = [&](const std::stop_token& stop, PipelineObserver& observer) {
    auto directory = RunDirectory::open(path, config, {}, tiny_net());
    EXPECT_TRUE(directory) << directory.error();
    const PipelineParts parts = parts_with_clock(5);
    Pipeline pipeline(config, *directory, parts, observer);
    EXPECT_TRUE(pipeline.begin());
    const RunEnd end = pipeline.run(stop);
    EXPECT_EQ(pipeline.finished(), end == RunEnd::kFinished);
    return end;
  };
  StopsAfter two(2);
  EXPECT_EQ(run_on(two.stop.get_token(), two), RunEnd::kInterrupted);
  EXPECT_EQ(run_on({}, recorder), RunEnd::kFinished);  // what was spent before counts

  EXPECT_EQ(lines_in(path / "metrics.jsonl"), 6);  // ten seconds each
  ASSERT_EQ(recorder.reports.size(), 4U);
  EXPECT_DOUBLE_EQ(recorder.reports.back().cpu_seconds, 10);
  EXPECT_DOUBLE_EQ(recorder.reports.back().total_cpu_seconds, 60);
  double before = config.learn.learning_rate;
  for (const GenerationReport& report : recorder.reports) {
    EXPECT_LT(report.learned.learning_rate, before);
    before = report.learned.learning_rate;
  }
  EXPECT_LT(before, 0.1 * config.learn.learning_rate);
  EXPECT_EQ(run_on({}, recorder), RunEnd::kFinished);
  EXPECT_EQ(recorder.reports.size(), 4U);
}

TEST(Pipeline, ADamagedOldShardIsNotedAndTheRunGoesOn) {
  TrainConfig config = tiny_config();
  const fs::path path = fresh_folder() / "run";
  StopsAfter observer(1);
  run_in(path, config, observer, observer.stop.get_token());
  std::fstream(path / "games/gen-0000-001.npz", std::ios::in | std::ios::out | std::ios::binary).seekp(200)
      << "damage";
  Recorder recorder;
  EXPECT_EQ(run_in(path, config, recorder).end, RunEnd::kFinished);
  ASSERT_GE(recorder.notes.size(), 2U);
  EXPECT_NE(recorder.notes[0].find("gen-0000-001.npz"), std::string::npos);
  EXPECT_NE(recorder.notes[1].find("1 files of samples are gone"), std::string::npos);
}

TEST(Pipeline, ANetThatChangedIsRefused) {
  const TrainConfig config = tiny_config();
  const fs::path path = fresh_folder() / "run";
  Recorder recorder;
  run_in(path, config, recorder);
  fs::copy_file(path / "nets/gen-0000.safetensors", path / "nets/gen-0003.safetensors",
                fs::copy_options::overwrite_existing);
  auto directory = RunDirectory::open(path, config, {}, tiny_net());
  ASSERT_TRUE(directory);
  const PipelineParts parts = parts_for();
  const Status refused = Pipeline(config, *directory, parts, recorder).begin();
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().find("gen-0003.safetensors"), std::string::npos) << refused.error();
}

TEST(Pipeline, ANetThatIsMissingOrOfAnotherShapeIsRefused) {
  const TrainConfig config = tiny_config();
  const fs::path path = fresh_folder() / "run";
  auto directory = RunDirectory::open(path, config, {}, tiny_net());
  ASSERT_TRUE(directory);
  const PipelineParts parts = parts_for();
  Recorder recorder;
  const auto refusal = [&] {
    const Status begun = Pipeline(config, *directory, parts, recorder).begin();
    return begun ? std::string("none") : begun.error();
  };
  fs::remove(path / "nets/gen-0000.safetensors");
  EXPECT_NE(refusal().find("gen-0000.safetensors"), std::string::npos);
  save_weights(path / "nets/gen-0000.safetensors", random_weights({.channels = 16, .blocks = 1}, 1));
  EXPECT_NE(refusal().find("a c16b1 net, the run's are c8b1v2h8"), std::string::npos) << refusal();
}

TEST(Pipeline, BeginsFromTheNetThatTheDirectoryWasBegunWith) {
  const TrainConfig config = tiny_config();
  const fs::path path = fresh_folder() / "run";
  const NetWeights given = random_weights(config.net, 99);
  ASSERT_TRUE(RunDirectory::open(path, config, {}, given));  // and dies before its first commit
  Recorder recorder;
  EXPECT_EQ(run_in(path, config, recorder).end, RunEnd::kFinished);
  EXPECT_EQ(weights_hash(*load_weights(path / "nets/gen-0000.safetensors")), weights_hash(given));
  EXPECT_EQ(read_shard(path / "games/gen-0000-000.npz")->origin.model_id, weights_hash(given));
}

TEST(Pipeline, ResumingReadsTheReplayWindowAlone) {
  TrainConfig config = tiny_config();
  config.window = {.start = 10, .exponent = 1, .slope = 0, .max = 10};  // a shard or two
  const fs::path folder = fresh_folder();
  Recorder unbroken;
  const std::uint64_t expected = run_in(folder / "whole", config, unbroken).hash;
  StopsAfter observer(2);
  run_in(folder / "broken", config, observer, observer.stop.get_token());
  for (const char* name : {"gen-0000-000.npz", "gen-0000-001.npz", "gen-0000-002.npz"})
    fs::remove(folder / "broken/games" / name);  // out of the window long ago
  Recorder recorder;
  const Ended ended = run_in(folder / "broken", config, recorder);
  EXPECT_EQ(ended.hash, expected);
  ASSERT_EQ(recorder.notes.size(), 1U);
  EXPECT_NE(recorder.notes[0].find("resuming at generation 2"), std::string::npos) << recorder.notes[0];
  EXPECT_EQ(recorder.reports[0].total_samples, unbroken.reports[2].total_samples);
}

TEST(Pipeline, ResumingStopsWhenAsked) {
  TrainConfig config = tiny_config();
  const fs::path path = fresh_folder() / "run";
  StopsAfter observer(1);
  run_in(path, config, observer, observer.stop.get_token());
  fs::remove(path / "games/gen-0000-002.npz");  // would be noted if it were looked for
  Recorder recorder;
  EXPECT_EQ(run_in(path, config, recorder, observer.stop.get_token()).end, RunEnd::kInterrupted);
  EXPECT_EQ(recorder.notes.size(), 1U);
}

TEST(Pipeline, DivergedTrainingEndsTheRunAtTheLastGoodCheckpoint) {
  TrainConfig config = tiny_config();
  const fs::path folder = fresh_folder();
  Recorder good;
  config.run.generations = 1;
  run_in(folder / "one", config, good);
  const std::int64_t good_steps = good.reports[0].total_steps + 1;  // one of the second generation

  config = tiny_config();
  auto directory = RunDirectory::open(folder / "run", config, {}, tiny_net());
  ASSERT_TRUE(directory);
  PipelineParts parts = parts_for();
  parts.make_trainer = [good_steps](const NetWeights& initial, const TrainerConfig&) {
    return make_diverging_trainer(initial, good_steps);
  };
  Recorder recorder;
  Pipeline pipeline(config, *directory, parts, recorder);
  ASSERT_TRUE(pipeline.begin());
  std::string message;
  try {
    pipeline.run({});
  } catch (const RunError& error) {
    message = error.what();
  }
  EXPECT_NE(message.find(fmt::format("generation 1, step {}:", good_steps + 1)), std::string::npos)
      << message;
  EXPECT_NE(message.find("lower learning rate"), std::string::npos) << message;
  EXPECT_EQ(directory->checkpoint()->generation, 1);
  EXPECT_TRUE(load_weights(folder / "run/nets/gen-0001.safetensors"));
  EXPECT_FALSE(fs::exists(folder / "run/nets/gen-0002.safetensors"));
  EXPECT_EQ(lines_in(folder / "run/metrics.jsonl"), 1);
}

TEST(Pipeline, TheGateKeepsTheBestNetPlaying) {
  TrainConfig config = tiny_config();
  config.gate = {.games = 2, .visits = 4, .threshold = 0.5};
  auto directory = RunDirectory::open(fresh_folder() / "run", config, {}, tiny_net());
  ASSERT_TRUE(directory);
  PipelineParts parts = parts_for();
  std::vector<double> scores = {0.6, 0.3, 0.4};
  std::vector<std::uint64_t> judged_against;
  parts.gate = [&](const std::shared_ptr<const Model>&, const std::shared_ptr<const Model>& best,
                   const TrainConfig&, const std::stop_token&) {
    judged_against.push_back(best->id());
    return std::optional<double>(scores[judged_against.size() - 1]);
  };
  Recorder recorder;
  Pipeline pipeline(config, *directory, parts, recorder);
  ASSERT_TRUE(pipeline.begin());
  pipeline.run({});
  ASSERT_EQ(recorder.reports.size(), 3U);
  EXPECT_TRUE(recorder.reports[0].accepted);
  EXPECT_FALSE(recorder.reports[1].accepted);
  EXPECT_EQ(judged_against[1], recorder.reports[0].weights_hash);
  EXPECT_EQ(judged_against[2], recorder.reports[0].weights_hash);  // the refused net was not played on
  EXPECT_EQ(directory->checkpoint()->best_generation, 1);
}

TEST(Pipeline, SaysHowManySamplesAreMissing) {
  TrainConfig config = tiny_config();
  config.run.generations = 1;
  config.learn.min_samples = 100'000;
  Recorder recorder;
  run_in(fresh_folder() / "run", config, recorder);
  ASSERT_EQ(recorder.notes.size(), 1U);
  EXPECT_NE(recorder.notes[0].find("needs"), std::string::npos);
  EXPECT_EQ(recorder.reports[0].learned.steps, 0);
}

}  // namespace
}  // namespace jungle
