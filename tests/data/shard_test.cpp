#include "selfplay/data/shard.hpp"

#include <array>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "core/movegen.hpp"
#include "selfplay/data/archive.hpp"
#include "selfplay/data/shard_columns.hpp"
#include "tests/data/random_games.hpp"

namespace jungle {
namespace {

const ShardOrigin kOrigin{
    .seed = 7, .generation = 3, .model_id = 0xfedcba9876543210, .settings_hash = 0xffffffffffffffff};

Shard example(const SampleWeighting& weighting = {}) {
  return make_shard(kOrigin, random_games(6), weighting);
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
  const Shard shard = make_shard(kOrigin, games, {});
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

TEST(Shard, SamplesAreWeighedAsAskedAndRead) {
  const SampleWeighting weighting{.length_draw = 0.25, .surprise = 0.9};
  std::vector<float> expected;
  for (const GameRecord& game : random_games(6))
    for (const float weight : sample_weights(game, weighting)) expected.push_back(weight);
  EXPECT_EQ(example(weighting).samples.weight, expected);
  const auto read = parse_shard(shard_bytes(example(weighting)));
  ASSERT_TRUE(read) << read.error();
  EXPECT_EQ(read->samples.weight, expected);
}

std::vector<GameRecord> adjudicated_games() {
  return {adjudicated_game(0, 30, {.result_for_side_to_move = 1, .plies = 13}),
          adjudicated_game(1, 31, {.result_for_side_to_move = -1, .plies = 6}), adjudicated_game(2, 20, {})};
}

TEST(Shard, ASampleKnowsWhatWasPlayedFromItsPositionOn) {
  const auto games = random_games(3);
  const Shard shard = make_shard(kOrigin, games, {});
  std::size_t row = 0;
  for (const GameRecord& record : games) {
    const auto moves = record.game.moves();
    for (int ply = 0; ply < record.game.plies(); ply += 3, ++row) {
      const auto played = shard.played_from(row);
      ASSERT_EQ(played.size(), moves.size() - static_cast<std::size_t>(ply));
      for (std::size_t i = 0; i < played.size(); ++i)
        EXPECT_EQ(played[i], moves[static_cast<std::size_t>(ply) + i].bits());
    }
  }
  EXPECT_EQ(row, shard.size());
}

// After an even number of plies the side that began is to move.
TEST(Shard, AdjudicatedGamesEndAsTheTableSaysWhereBestPlayEndsThem) {
  const std::vector<GameRecord> games = adjudicated_games();
  const Shard shard = make_shard(kOrigin, games, {.length_draw = 0.25, .repetition_draw = 0.25});
  const std::array<GameResult, 3> results = {GameResult::kRed, GameResult::kRed, GameResult::kDraw};
  const std::array<int, 3> ends = {30 + 13, 31 + 6, 20};
  std::size_t row = 0;
  for (std::size_t g = 0; g < games.size(); ++g) {
    EXPECT_EQ(shard.games.result[g], static_cast<int>(results[g]));
    EXPECT_EQ(shard.games.reason[g], static_cast<int>(EndReason::kNone));
    EXPECT_EQ(shard.games.plies[g], games[g].game.plies());
    for (int ply = 0; ply < games[g].game.plies(); ply += 3, ++row) {
      EXPECT_EQ(shard.samples.plies_left[row], ends[g] - ply);
      EXPECT_EQ(shard.samples.outcome[row], g == 2 ? 0 : ply % 2 == 0 ? 1 : -1);
      EXPECT_EQ(shard.samples.weight[row], 1.0F) << "not drawn by length";
    }
  }
  EXPECT_EQ(row, shard.size());
}

// The file with another version in its meta.json, and without what that version lacks.
std::string with_version(const Shard& shard, int version) {
  std::vector<ArchiveEntry> entries = *read_archive(shard_bytes(shard));
  if (version < kFirstVersionWithPlayedMoves) {
    visit_played_columns(shard, [&entries](std::string_view name, const auto&) {
      std::erase_if(entries, [name](const ArchiveEntry& e) { return e.name == fmt::format("{}.npy", name); });
    });
  }
  if (version < kFirstVersionWithResignation) {
    std::erase_if(entries,
                  [](const ArchiveEntry& entry) { return entry.name.find("resign") != std::string::npos; });
    for (ArchiveEntry& entry : entries)
      if (entry.name == "game_start.npy") entry.name = "game_random_placement.npy";
  }
  const std::string ours = fmt::format("\"version\": {}", kShardVersion);
  std::string& meta = entries.front().bytes;
  meta.replace(meta.find(ours), ours.size(), fmt::format("\"version\": {}", version));
  return make_archive(entries);
}

TEST(Shard, FilesOfTheVersionsBeforeAreReadAndNoOthers) {
  for (const int version : {1, 2, 3}) {
    const auto before = parse_shard(with_version(example(), version));
    ASSERT_TRUE(before) << before.error();
    EXPECT_EQ(before->samples.outcome, example().samples.outcome);
    EXPECT_EQ(before->knows_played_moves(), version == 3);
    EXPECT_EQ(before->played_from(0).empty(), version < 3);
    EXPECT_EQ(before->games.start, example().games.start);
    EXPECT_EQ(before->games.may_resign, std::vector<std::uint8_t>(example().games_count(), 0));
  }
  for (const int version : {0, kShardVersion + 1}) {
    const auto other = parse_shard(with_version(example(), version));
    ASSERT_FALSE(other);
    EXPECT_EQ(other.error(), fmt::format("shard version {}, expected 1 to 4", version));
  }
}

TEST(Shard, RoundTripKeepsEveryColumn) {
  std::vector<GameRecord> games = random_games(6);
  for (GameRecord& game : adjudicated_games()) games.push_back(std::move(game));
  const Shard shard = make_shard(kOrigin, games, {});
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
  const auto read = parse_shard(shard_bytes(make_shard(kOrigin, {}, {})));
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
