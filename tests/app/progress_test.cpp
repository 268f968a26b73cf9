#include "app/progress.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "app/resources.hpp"

namespace jungle {
namespace {

TEST(Progress, SaysHowFarHowFastAndHowLongStill) {
  const ProgressState state{
      .label = "self-play", .done = 120, .total = 240, .unit = "games", .detail = "900 samples"};
  EXPECT_EQ(progress_text(state, 24), "self-play 120/240 games, 24.0 games/s, 0:05 left, 900 samples");
  EXPECT_EQ(bar_text(state), "[##########..........]");
}

TEST(Progress, LeavesTheRateOutWhileThereIsNone) {
  const ProgressState state{.label = "x", .done = 0, .total = 9, .unit = "steps", .detail = ""};
  EXPECT_EQ(progress_text(state, 0), "x 0/9 steps");
  EXPECT_EQ(bar_text(state), "[....................]");
}

TEST(Progress, LeavesOutWhatIsLeftWhereNobodyKnows) {
  const ProgressState state{.label = "ladder", .done = 7, .total = 0, .unit = "games", .detail = "round 2"};
  EXPECT_EQ(progress_text(state, 3), "ladder 7 games, 3.0 games/s, round 2");
}

TEST(Progress, WritesDurationsAsClocks) {
  EXPECT_EQ(duration_text(42.4), "0:42");
  EXPECT_EQ(duration_text(std::nextafter(0.5, 0.0)), "0:00");
  EXPECT_EQ(duration_text(61), "1:01");
  EXPECT_EQ(duration_text(3723), "1:02:03");
}

TEST(Resources, ARunThatCannotFitIsRefusedWithTheOptionToTurn) {
  TrainConfig config;
  config.selfplay.slots = 1;
  config.window.max = config.window.start = 1000;
  EXPECT_TRUE(check_memory(memory_parts(config, 1)));
  config.selfplay.cache_mb = 1'000'000;
  const Status refused = check_memory(memory_parts(config, 64));
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().find("selfplay.cache_mb"), std::string::npos) << refused.error();
}

TEST(Resources, EveryPartNamesASize) {
  const std::string text = plan_text(memory_parts(TrainConfig(), 2));
  for (const char* part : {"search trees", "replay window", "training", "sum", "MiB"})
    EXPECT_NE(text.find(part), std::string::npos) << text;
}

}  // namespace
}  // namespace jungle
