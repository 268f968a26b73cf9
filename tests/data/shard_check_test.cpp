// A file with a right checksum but wrong contents (another writer's, a bug's) must not reach code that
// indexes without asking.

#include <functional>
#include <limits>

#include <gtest/gtest.h>

#include "selfplay/data/shard.hpp"
#include "tests/data/random_games.hpp"

namespace jungle {
namespace {

// The error of a shard that was changed before it was written; empty when it was accepted.
std::string error_after(const std::function<void(Shard&)>& change) {
  Shard shard = make_shard({}, random_games(3), {});
  change(shard);
  const auto read = parse_shard(shard_bytes(shard));
  return read ? "" : read.error();
}

TEST(ShardCheck, AcceptsWhatTheWriterWrites) {
  EXPECT_EQ(error_after([](Shard&) {}), "");
}

TEST(ShardCheck, RefusesColumnsOfDifferentLengths) {
  EXPECT_NE(error_after([](Shard& s) { s.samples.weight.pop_back(); }).find("weight"), std::string::npos);
  EXPECT_NE(error_after([](Shard& s) { s.moves.policy.push_back(0); }).find("policy"), std::string::npos);
  EXPECT_NE(error_after([](Shard& s) { s.games.reason.pop_back(); }).find("game_reason"), std::string::npos);
}

TEST(ShardCheck, RefusesIndicesOutOfRange) {
  EXPECT_NE(error_after([](Shard& s) { s.samples.game[1] = 3; }).find("sample 1"), std::string::npos);
  EXPECT_NE(error_after([](Shard& s) { s.samples.rule_set[0] = 1; }).find("sample 0"), std::string::npos);
  EXPECT_NE(error_after([](Shard& s) { s.samples.first_move[2] = 4'000'000'000; }), "");
  EXPECT_NE(error_after([](Shard& s) { s.samples.first_move[1] = 0; }), "");
  EXPECT_NE(error_after([](Shard& s) { s.samples.first_move[0] = 1; }), "");
  EXPECT_NE(error_after([](Shard& s) { s.games.result[0] = 9; }).find("game 0"), std::string::npos);
  EXPECT_NE(error_after([](Shard& s) { s.games.reason[2] = kEndReasons; }).find("game 2"), std::string::npos);
}

TEST(ShardCheck, RefusesValuesOutOfRange) {
  EXPECT_NE(error_after([](Shard& s) { s.samples.root_value[3] = std::numeric_limits<float>::quiet_NaN(); }),
            "");
  EXPECT_NE(error_after([](Shard& s) { s.samples.raw_value[3] = 2; }), "");
  EXPECT_NE(error_after([](Shard& s) { s.samples.weight[3] = -1; }), "");
  EXPECT_NE(error_after([](Shard& s) { s.samples.outcome[3] = 2; }), "");
  EXPECT_NE(error_after([](Shard& s) { s.samples.plies_left[3] = 0; }), "");
  EXPECT_NE(error_after([](Shard& s) { s.moves.policy[5] += 0.1F; }).find("policy"), std::string::npos);
  EXPECT_NE(error_after([](Shard& s) { s.moves.policy[5] = std::numeric_limits<float>::infinity(); }), "");
}

TEST(ShardCheck, RefusesGamesThatCountMoreThanOneASample) {
  EXPECT_EQ(error_after([](Shard& s) {
              s.samples.weight[0] += 0.5F;
              s.samples.weight[1] -= 0.5F;
            }),
            "");
  EXPECT_NE(error_after([](Shard& s) { s.samples.weight[0] += 0.5F; }).find("game 0: its samples weigh"),
            std::string::npos);
}

TEST(ShardCheck, RefusesPlayedMovesThatDontFit) {
  EXPECT_NE(error_after([](Shard& s) { s.played = {}; }).find("game_first_played"), std::string::npos);
  EXPECT_NE(error_after([](Shard& s) { s.played.sample_ply.pop_back(); }).find("column ply"),
            std::string::npos);
  EXPECT_NE(error_after([](Shard& s) { s.played.move.push_back(0); }).find("moves were played in all"),
            std::string::npos);
  EXPECT_NE(error_after([](Shard& s) { ++s.played.game_begin[1]; }).find("game 1"), std::string::npos);
  EXPECT_NE(error_after([](Shard& s) { s.played.sample_ply[2] = 0; }).find("sample 2: it has no place"),
            std::string::npos);
  EXPECT_NE(error_after([](Shard& s) { s.played.sample_ply[0] = 60000; }).find("no place"),
            std::string::npos);
  EXPECT_NE(error_after([](Shard& s) { s.played.move[4] = 0xffff; }).find("sample 1: a move was played"),
            std::string::npos);
  EXPECT_NE(error_after([](Shard& s) { s.played.move.back() ^= 1; }).find("a move was played"),
            std::string::npos);
  EXPECT_NE(error_after([](Shard& s) {
              // Another legal move than the one that led to the next sample.
              const std::size_t m = s.move_begin(0);
              s.played.move[0] = s.moves.move[s.moves.move[m] == s.played.move[0] ? m + 1 : m];
            }),
            "");
}

TEST(ShardCheck, RefusesPositionsAndMovesThatDontFit) {
  EXPECT_NE(error_after([](Shard& s) { s.samples.position[0].low = 0; }).find("position"), std::string::npos);
  EXPECT_NE(error_after([](Shard& s) { s.moves.move[4] ^= 1; }).find("legal moves"), std::string::npos);
  EXPECT_NE(error_after([](Shard& s) { std::swap(s.moves.move[0], s.moves.move[1]); }).find("legal moves"),
            std::string::npos);
}

}  // namespace
}  // namespace jungle
