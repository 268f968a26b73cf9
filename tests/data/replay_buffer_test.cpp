#include "selfplay/data/replay_buffer.hpp"

#include <gtest/gtest.h>

#include "tests/data/random_games.hpp"

namespace jungle {
namespace {

std::shared_ptr<const Shard> shard(std::uint32_t generation, int games) {
  return std::make_shared<const Shard>(
      make_shard({.generation = generation}, random_games(games, generation + 1), {}));
}

TEST(Window, HoldsEverythingUntilItsStart) {
  const WindowSettings settings{.start = 1000, .exponent = 0.75, .slope = 0.4, .max = 100'000};
  EXPECT_EQ(window_size(0, settings), 0);
  EXPECT_EQ(window_size(400, settings), 400);
  EXPECT_EQ(window_size(1000, settings), 1000);
}

TEST(Window, GrowsSlowerThanTheTotal) {
  const WindowSettings settings{.start = 1000, .exponent = 0.75, .slope = 0.4, .max = 100'000};
  // 1000 * (1 + 0.4 * (16^0.75 - 1) / 0.75) = 1000 * (1 + 0.4 * 7 / 0.75) = 4733.
  EXPECT_EQ(window_size(16'000, settings), 4733);
  EXPECT_EQ(window_size(1'000'000'000, settings), 100'000);
  std::int64_t before = 0;
  for (std::int64_t total = 0; total < 200'000; total += 500) {
    EXPECT_GE(window_size(total, settings), before);
    before = window_size(total, settings);
  }
}

TEST(ReplayBuffer, SkippedSamplesCountButAreNotThere) {
  const WindowSettings settings{.start = 50, .exponent = 0.5, .slope = 0.5, .max = 1'000'000};
  ReplayBuffer whole(settings), late(settings);
  std::int64_t skipped = 0;
  for (std::uint32_t generation = 0; generation < 40; ++generation) {
    const auto made = shard(generation, 1);
    whole.add(made);
    if (whole.total() < 100) {
      skipped = whole.total();
    } else {
      if (late.total() == 0) late.skip(skipped);
      late.add(made);
    }
  }
  ASSERT_EQ(late.total(), whole.total());
  ASSERT_EQ(late.size(), whole.size());
  EXPECT_LT(late.size(), late.total() - skipped);
  EXPECT_EQ(late[0].row, whole[0].row);

  ReplayBuffer gap(settings);  // fewer than the window holds
  const auto only = shard(0, 1);
  gap.skip(1000);
  gap.add(only);
  EXPECT_EQ(gap.size(), static_cast<std::int64_t>(only->size()));
  EXPECT_EQ(gap[0].shard, only.get());
}

TEST(ReplayBuffer, IndexesSamplesAcrossShardsInOrder) {
  ReplayBuffer replay({.start = 1'000'000, .exponent = 1, .slope = 1, .max = 1'000'000});
  const auto first = shard(0, 2), second = shard(1, 3);
  replay.add(first);
  replay.add(second);
  ASSERT_EQ(replay.size(), static_cast<std::int64_t>(first->size() + second->size()));
  EXPECT_EQ(replay[0].shard, first.get());
  EXPECT_EQ(replay[0].row, 0U);
  const auto border = static_cast<std::int64_t>(first->size());
  EXPECT_EQ(replay[border - 1].shard, first.get());
  EXPECT_EQ(replay[border - 1].row, first->size() - 1);
  EXPECT_EQ(replay[border].shard, second.get());
  EXPECT_EQ(replay[border].row, 0U);
  EXPECT_EQ(replay[replay.size() - 1].row, second->size() - 1);
}

TEST(ReplayBuffer, DropsWhatLeftTheWindow) {
  ReplayBuffer replay({.start = 30, .exponent = 0.5, .slope = 0, .max = 30});
  const auto old = shard(0, 4);
  const std::weak_ptr<const Shard> seen = old;
  replay.add(old);
  for (std::uint32_t generation = 1; generation < 4; ++generation) replay.add(shard(generation, 4));
  EXPECT_EQ(replay.size(), 30);
  EXPECT_GT(replay.total(), 30);
  EXPECT_EQ(seen.use_count(), 1);  // only `old` above holds it
  for (std::int64_t i = 0; i < replay.size(); ++i) EXPECT_LT(replay[i].row, replay[i].shard->size());
}

TEST(ReplayBuffer, IgnoresAnEmptyShard) {
  ReplayBuffer replay(WindowSettings{});
  replay.add(std::make_shared<const Shard>());
  EXPECT_EQ(replay.size(), 0);
}

}  // namespace
}  // namespace jungle
