#include "selfplay/learner.hpp"

#include <gtest/gtest.h>

#include "tests/data/random_games.hpp"
#include "tests/selfplay/tally_trainer.hpp"
#include "tests/selfplay/test_runs.hpp"

namespace jungle {
namespace {

ReplayBuffer example_replay() {
  ReplayBuffer replay(WindowSettings{});
  replay.add(std::make_shared<const Shard>(make_shard({}, random_games(4), {})));
  return replay;
}

TEST(LearningRate, IsConstantThenFallsInAStraightLine) {
  const LearnSettings settings{.learning_rate = 2e-3, .final_learning_rate = 2e-4, .decay_start = 0.5};
  EXPECT_DOUBLE_EQ(learning_rate_at(settings, 0), 2e-3);
  EXPECT_DOUBLE_EQ(learning_rate_at(settings, 0.5), 2e-3);
  EXPECT_DOUBLE_EQ(learning_rate_at(settings, 0.75), 1.1e-3);
  EXPECT_NEAR(learning_rate_at(settings, 1), 2e-4, 1e-12);
  EXPECT_DOUBLE_EQ(learning_rate_at({.learning_rate = 1e-3, .decay_start = 1}, 1), 1e-3);
}

TEST(StepsDue, EverySampleIsDrawnPassesTimesOnAverage) {
  const LearnSettings settings{.passes = 4, .min_samples = 100};
  EXPECT_EQ(steps_due(settings, 99, 32), 0);
  EXPECT_EQ(steps_due(settings, 100, 32), 12);  // 400 / 32, rounded down: the rest is owed later
  EXPECT_EQ(steps_due(settings, 120, 32), 15);
}

TEST(Learner, DoesThePlannedStepsAndReportsThem) {
  const TrainConfig config = tiny_config();
  const auto trainer = make_tally_trainer(random_weights(config.net, 1), config.trainer);
  std::vector<std::int64_t> seen;
  const LearnResult result =
      learn(*trainer, example_replay(), config, {.steps = 4, .progress_begin = 0.5, .progress_end = 1}, {},
            [&](const LearnProgress& progress) { seen.push_back(progress.step); });
  EXPECT_TRUE(result.complete);
  EXPECT_EQ(trainer->steps_done(), 4);
  EXPECT_EQ(seen, (std::vector<std::int64_t>{1, 2, 3, 4}));
  EXPECT_NEAR(result.mean.policy, (1 + 0.5 + 1.0 / 3 + 0.25) / 4, 1e-12);
  EXPECT_LT(result.learning_rate, config.learn.learning_rate);
}

TEST(Learner, HeadsOfTrainingGetTheirTargetsAndAreReportedWhereTheyHaveAWeight) {
  TrainConfig config = tiny_config();
  const auto losses = [&config] {
    const auto trainer = make_tally_trainer(random_weights(config.net, 1), config.trainer);
    return learn(*trainer, example_replay(), config, {.steps = 3}, {}, [](const LearnProgress&) {}).mean;
  };
  EXPECT_FALSE(losses().reply || losses().later);
  config.trainer.reply_weight = 0.5;
  EXPECT_EQ(losses().reply, config.trainer.batch_size);
  EXPECT_FALSE(losses().later);
  config.trainer.later_weight = 0.5;
  EXPECT_EQ(losses().later, config.trainer.batch_size * kSquares);
}

TEST(Learner, StepsInTwoPartsEqualStepsInOne) {
  const TrainConfig config = tiny_config();
  const NetWeights initial = random_weights(config.net, 1);
  const auto whole = make_tally_trainer(initial, config.trainer),
             parts = make_tally_trainer(initial, config.trainer);
  const ReplayBuffer replay = example_replay();
  const auto ignore = [](const LearnProgress&) {};
  learn(*whole, replay, config, {.steps = 5, .progress_begin = 0, .progress_end = 0}, {}, ignore);
  learn(*parts, replay, config, {.steps = 2, .progress_begin = 0, .progress_end = 0}, {}, ignore);
  learn(*parts, replay, config, {.steps = 3, .progress_begin = 0, .progress_end = 0}, {}, ignore);
  EXPECT_EQ(weights_hash(whole->weights()), weights_hash(parts->weights()));
}

TEST(Learner, StopsBetweenSteps) {
  const TrainConfig config = tiny_config();
  const auto trainer = make_tally_trainer(random_weights(config.net, 1), config.trainer);
  std::stop_source stop;
  const LearnResult result = learn(*trainer, example_replay(), config, {.steps = 100}, stop.get_token(),
                                   [&](const LearnProgress& progress) {
                                     if (progress.step == 3) stop.request_stop();
                                   });
  EXPECT_FALSE(result.complete);
  EXPECT_EQ(result.steps, 3);
}

}  // namespace
}  // namespace jungle
