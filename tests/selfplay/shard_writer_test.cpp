#include "selfplay/shard_writer.hpp"

#include <fstream>
#include <map>

#include <gtest/gtest.h>

#include "tests/data/random_games.hpp"
#include "tests/selfplay/test_runs.hpp"

namespace jungle {
namespace {

ShardPlan plan_in(const std::filesystem::path& folder) {
  return {.directory = folder,
          .origin = {.seed = 1, .generation = 7, .model_id = 2},
          .games = 5,
          .games_per_shard = 2,
          .weighting = {},
          .event = "test"};
}

void forget(int, const std::shared_ptr<const Shard>&) {}

void play_all(ShardWriter& writer) {
  std::vector<std::uint32_t> indices;
  while (const auto index = writer.next_game({})) indices.push_back(*index);
  // Finished in another order than begun, as games do.
  for (auto index = indices.rbegin(); index != indices.rend(); ++index)
    writer.add(random_game(RuleSet{}, 1, *index));
}

TEST(ShardWriter, PutsGamesInOrderWhateverTheOrderTheyEndIn) {
  const auto folder = fresh_folder();
  std::map<int, std::shared_ptr<const Shard>> shards;
  ShardWriter writer(plan_in(folder), [&](int shard, auto made) { shards[shard] = std::move(made); });
  play_all(writer);
  EXPECT_EQ(writer.games_done(), 5);
  ASSERT_EQ(shards.size(), 3U);
  EXPECT_EQ(shards[0]->games.index, (std::vector<std::uint32_t>{0, 1}));
  EXPECT_EQ(shards[2]->games.index, (std::vector<std::uint32_t>{4}));
  EXPECT_TRUE(std::filesystem::exists(folder / "gen-0007-002.npz"));
  EXPECT_TRUE(std::filesystem::exists(folder / "gen-0007-002.pgn"));
}

TEST(ShardWriter, HandsOutOnlyTheGamesThatAreNotThere) {
  const auto folder = fresh_folder();
  {
    ShardWriter writer(plan_in(folder), forget);
    play_all(writer);
  }
  std::filesystem::remove(folder / "gen-0007-001.npz");
  ShardWriter writer(plan_in(folder), forget);
  EXPECT_EQ(writer.next_game({}), 2U);
  EXPECT_EQ(writer.next_game({}), 3U);
  EXPECT_EQ(writer.next_game({}), std::nullopt);
  EXPECT_EQ(writer.games_kept(), 3);
}

TEST(ShardWriter, ReportsAndReplacesADamagedShard) {
  const auto folder = fresh_folder();
  {
    ShardWriter writer(plan_in(folder), forget);
    play_all(writer);
  }
  std::fstream(folder / "gen-0007-000.npz", std::ios::in | std::ios::out | std::ios::binary).seekp(100)
      << "damage";
  ShardWriter writer(plan_in(folder), forget);
  play_all(writer);
  ASSERT_EQ(writer.problems().size(), 1U);
  EXPECT_NE(writer.problems()[0].find("gen-0007-000.npz"), std::string::npos);
  EXPECT_EQ(writer.games_done(), 5);
  EXPECT_TRUE(read_shard(folder / "gen-0007-000.npz"));
}

TEST(ShardWriter, ReplacesGamesOfAnotherNet) {
  const auto folder = fresh_folder();
  {
    ShardWriter writer(plan_in(folder), forget);
    play_all(writer);
  }
  ShardPlan plan = plan_in(folder);
  plan.origin.model_id = 3;
  ShardWriter writer(plan, forget);
  play_all(writer);
  EXPECT_EQ(writer.games_kept(), 0);
  EXPECT_EQ(writer.problems().size(), 3U);
}

TEST(ShardWriter, GamesOfAnotherOriginAreFoundBeforeTheyAreReplaced) {
  const auto folder = fresh_folder();
  EXPECT_TRUE(check_same_origin(plan_in(folder)));
  ShardWriter writer(plan_in(folder), forget);
  play_all(writer);
  EXPECT_TRUE(check_same_origin(plan_in(folder)));
  const auto refusal = [&](auto change) {
    ShardPlan plan = plan_in(folder);
    change(plan.origin);
    const Status same = check_same_origin(plan);
    return same ? std::string("none") : same.error();
  };
  EXPECT_NE(refusal([](auto& origin) { origin.model_id = 3; }).find("another net"), std::string::npos);
  EXPECT_NE(refusal([](auto& origin) { origin.seed = 3; }).find("another seed"), std::string::npos);
  EXPECT_NE(refusal([](auto& origin) { origin.settings_hash = 3; }).find("other settings"),
            std::string::npos);
  EXPECT_EQ(refusal([](auto& origin) { origin.generation = 8; }), "none");
}

TEST(ShardWriter, HandsOutGamesOfAHugePlanAtOnce) {
  ShardPlan plan = plan_in(fresh_folder());
  plan.games = 1'000'000'000;
  plan.games_per_shard = 1;
  ShardWriter writer(plan, forget);  // a byte a game would be a gigabyte
  EXPECT_EQ(writer.next_game({}), 0U);
  EXPECT_EQ(writer.next_game({}), 1U);
}

TEST(ShardWriter, HandsOutNothingOnceStopped) {
  ShardWriter writer(plan_in(fresh_folder()), forget);
  std::stop_source stop;
  EXPECT_EQ(writer.next_game(stop.get_token()), 0U);
  stop.request_stop();
  EXPECT_EQ(writer.next_game(stop.get_token()), std::nullopt);
}

}  // namespace
}  // namespace jungle
