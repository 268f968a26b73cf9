#include "selfplay/data/shard.hpp"

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "core/movegen.hpp"
#include "selfplay/data/shard_columns.hpp"
#include "tests/data/random_games.hpp"

namespace jungle {
namespace {

const ShardOrigin kOrigin{
    .seed = 7, .generation = 3, .model_id = 0xfedcba9876543210, .settings_hash = 0xffffffffffffffff};

Shard example(float length_draw_weight = 1.0F) {
  return make_shard(kOrigin, random_games(6), length_draw_weight);
}

TEST(Shard, HasOneSampleForEachFullSearch) {
  const auto games = random_games(6);
  std::size_t full = 0;
  for (const GameRecord& game : games)
    for (const SearchRecord& search : game.searches) full += search.full ? 1 : 0;
  const Shard shard = example();
  EXPECT_EQ(shard.size(), full);
  EXPECT_EQ(shard.games_count(), 6U);
}

TEST(Shard, SamplesSayWhatTheGameSaid) {
  const auto games = random_games(3);
  const Shard shard = make_shard(kOrigin, games, 1);
  std::size_t row = 0;
  for (std::uint32_t g = 0; g < games.size(); ++g) {
    const Game& game = games[g].game;
    for (int ply = 0; ply < game.plies(); ply += 3, ++row) {
      const Position& position = game.position_at(ply);
      EXPECT_EQ(shard.samples.position[row], pack(position));
      EXPECT_EQ(shard.samples.outcome[row], game.outcome().value_for(position.side_to_move()));
      EXPECT_EQ(shard.samples.plies_left[row], game.plies() - ply);
      EXPECT_EQ(shard.samples.game[row], g);
      MoveList legal;
      generate_legal(position, game.rules(), legal);
      ASSERT_EQ(shard.move_end(row) - shard.move_begin(row), static_cast<std::size_t>(legal.size()));
      EXPECT_EQ(shard.moves.move[shard.move_begin(row)], legal[0].bits());
    }
  }
  EXPECT_EQ(row, shard.size());
}

TEST(Shard, GamesDrawnByLengthAreWeighedAsAsked) {
  const Shard shard = example(0.25F);
  bool seen_draw = false;
  for (std::size_t i = 0; i < shard.size(); ++i) {
    const bool by_length = shard.games.reason[shard.samples.game[i]] == static_cast<int>(EndReason::kLength);
    EXPECT_EQ(shard.samples.weight[i], by_length ? 0.25F : 1.0F);
    seen_draw |= by_length;
  }
  EXPECT_TRUE(seen_draw);
}

TEST(Shard, RoundTripKeepsEveryColumn) {
  const Shard shard = example();
  const auto read = parse_shard(shard_bytes(shard));
  ASSERT_TRUE(read) << read.error();
  EXPECT_EQ(read->origin, kOrigin);
  EXPECT_EQ(read->rule_sets, shard.rule_sets);
  std::vector<std::string> before, after;
  const auto collect = [](std::vector<std::string>& to) {
    return [&to](std::string_view, const auto& column) {
      to.emplace_back(reinterpret_cast<const char*>(column.data()), column.size() * sizeof(column[0]));
    };
  };
  visit_columns(shard, collect(before));
  visit_columns(*read, collect(after));
  EXPECT_EQ(before, after);
}

TEST(Shard, OfNoGamesRoundTrips) {
  const auto read = parse_shard(shard_bytes(make_shard(kOrigin, {}, 1)));
  ASSERT_TRUE(read) << read.error();
  EXPECT_EQ(read->size(), 0U);
}

TEST(Shard, EqualGamesGiveEqualBytes) { EXPECT_EQ(shard_bytes(example()), shard_bytes(example())); }

TEST(Shard, DamagedFilesAreRefusedByName) {
  const std::filesystem::path path = std::filesystem::path(testing::TempDir()) / "damaged.npz";
  const std::string good = shard_bytes(example());
  for (std::size_t at : {std::size_t{10}, good.size() / 2, good.size() - 1}) {
    std::string bad = good;
    bad[at] = static_cast<char>(bad[at] ^ 0x10);
    std::ofstream(path, std::ios::binary) << bad;
    const auto read = read_shard(path);
    ASSERT_FALSE(read);
    EXPECT_NE(read.error().find("damaged.npz"), std::string::npos) << read.error();
  }
  std::ofstream(path, std::ios::binary) << good.substr(0, good.size() / 2);
  EXPECT_FALSE(read_shard(path));
  std::ofstream(path, std::ios::binary) << good;
  EXPECT_TRUE(read_shard(path));
}

TEST(Shard, AMissingFileIsAnError) { EXPECT_FALSE(read_shard("/nowhere/gen-0000-000.npz")); }

}  // namespace
}  // namespace jungle
