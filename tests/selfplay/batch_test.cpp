#include "selfplay/batch.hpp"

#include <algorithm>
#include <numeric>

#include <gtest/gtest.h>

#include "core/packed_position.hpp"
#include "core/symmetry.hpp"
#include "nn/encoding.hpp"
#include "tests/data/random_games.hpp"

namespace jungle {
namespace {

std::vector<float> slice(std::span<const float> all, int row, int width) {
  const auto part = all.subspan(static_cast<std::size_t>(row * width), static_cast<std::size_t>(width));
  return {part.begin(), part.end()};
}

std::vector<float> encoded(const Position& position, const RuleSet& rules, int repetitions) {
  MoveList none;
  std::vector<float> planes(kEncodedSize);
  encode({.position = &position, .rules = &rules, .legal_moves = &none, .repetitions = repetitions}, planes);
  return planes;
}

TEST(Batch, RowHoldsThePositionItsMovesAndItsTargets) {
  const Shard shard = make_shard({}, random_games(2), {});
  BatchBuffer buffer(2);
  for (const std::size_t at : {std::size_t{0}, shard.size() - 1}) {
    buffer.set(1, {&shard, at}, {.discount = 0.9F}, false);
    const TrainBatch batch = buffer.view();
    const Position position = *unpack(shard.samples.position[at]);
    EXPECT_EQ(slice(batch.planes, 1, kEncodedSize),
              encoded(position, shard.rule_sets[0], shard.samples.repetitions[at]));
    const auto policy = slice(batch.policy_target, 1, kPolicySize),
               mask = slice(batch.legal_mask, 1, kPolicySize);
    EXPECT_NEAR(std::accumulate(policy.begin(), policy.end(), 0.0), 1.0, 1e-4);
    EXPECT_EQ(std::accumulate(mask.begin(), mask.end(), 0.0),
              static_cast<double>(shard.move_end(at) - shard.move_begin(at)));
    const Wdl expected =
        value_target(shard.samples.outcome[at], shard.samples.plies_left[at], 0, {.discount = 0.9F});
    EXPECT_EQ(slice(batch.wdl_target, 1, 3),
              (std::vector<float>{expected.win, expected.draw, expected.loss}));
    EXPECT_EQ(batch.plies_left[1], shard.samples.plies_left[at]);
    EXPECT_EQ(batch.weight[1], 1.0F);
  }
}

TEST(Batch, AMirroredRowIsTheRowOfTheMirroredPosition) {
  const Shard shard = make_shard({}, random_games(2), {});
  BatchBuffer buffer(1);
  for (std::size_t at = 0; at < shard.size(); at += 7) {
    buffer.set(0, {&shard, at}, {}, true);
    const TrainBatch batch = buffer.view();
    const Position original = *unpack(shard.samples.position[at]);
    const Position position = mirrored(original);
    EXPECT_EQ(slice(batch.planes, 0, kEncodedSize),
              encoded(position, shard.rule_sets[0], shard.samples.repetitions[at]));
    for (std::size_t m = shard.move_begin(at); m < shard.move_end(at); ++m) {
      const Move move = mirrored(Move::from_bits(shard.moves.move[m]));
      const auto slot = static_cast<std::size_t>(policy_index(move, position.side_to_move()));
      EXPECT_EQ(batch.policy_target[slot], shard.moves.policy[m]);
      EXPECT_EQ(batch.legal_mask[slot], 1.0F);
    }
  }
}

// The board as `viewer` sees it, square by square: 0 nothing, own animals 1 to 8 by rank, the enemy's 9
// to 16.
std::vector<std::uint8_t> seen_by(Side viewer, const Position& position, const RuleSet& rules) {
  std::vector<std::uint8_t> squares(kSquares);
  for (int i = 0; i < kSquares; ++i) {
    const auto piece = position.piece_at(square_from_index(i));
    if (!piece) continue;
    const int content = rules.rank(piece->animal) + (piece->side == viewer ? 0 : kAnimals);
    const int seen = viewer == Side::kBlue ? kSquares - 1 - i : i;
    squares[static_cast<std::size_t>(seen)] = static_cast<std::uint8_t>(content);
  }
  return squares;
}

TEST(Batch, RepliesAndLaterBoardsAreThoseOfTheGameMirroredWithTheRow) {
  std::vector<GameRecord> games = random_games(2);
  games.push_back(adjudicated_game(2, 31, {}));  // its last move was searched in full
  const Shard shard = make_shard({}, games, {});
  BatchBuffer buffer(3, {.reply = true, .later_plies = 5});
  int without_reply = 0;
  for (std::size_t at = 0; at < shard.size(); ++at) {
    const Game& game = games[shard.samples.game[at]].game;
    const int ply = shard.played.sample_ply[at];
    const Position& later = game.position_at(std::min(ply + 5, game.plies()));
    const Side viewer = game.position_at(ply).side_to_move();
    for (const bool mirror : {false, true}) {
      buffer.set(1, {&shard, at}, {}, mirror);
      const TrainBatch batch = buffer.view();
      const auto board = batch.later_board.subspan(kSquares, kSquares);
      EXPECT_EQ(std::vector<std::uint8_t>(board.begin(), board.end()),
                seen_by(viewer, mirror ? mirrored(later) : later, game.rules()));
      if (ply + 1 == game.plies()) {
        EXPECT_EQ(batch.reply[1], kNoReply);
        ++without_reply;
        continue;
      }
      const Move reply = game.moves()[static_cast<std::size_t>(ply) + 1];
      EXPECT_EQ(batch.reply[1], policy_index(mirror ? mirrored(reply) : reply, !viewer));
    }
  }
  EXPECT_GT(without_reply, 0);
}

TEST(Batch, ASampleOfAnOldShardHasNeitherReplyNorLaterBoard) {
  Shard shard = make_shard({}, random_games(1), {});
  shard.played = {};
  BatchBuffer buffer(1, {.reply = true, .later_plies = 5});
  buffer.set(0, {&shard, 0}, {}, false);
  EXPECT_EQ(buffer.view().reply[0], kNoReply);
  EXPECT_EQ(std::ranges::count(buffer.view().later_board, kUnknownSquare), kSquares);
}

TEST(Batch, ExtraTargetsAreThereOnlyWhereTheyAreWanted) {
  TrainConfig config;
  EXPECT_TRUE(BatchBuffer(2, extra_targets(config)).view().reply.empty());
  EXPECT_TRUE(BatchBuffer(2, extra_targets(config)).view().later_board.empty());
  config.trainer.reply_weight = config.trainer.later_weight = 1;
  EXPECT_EQ(BatchBuffer(2, extra_targets(config)).view().reply.size(), 2U);
  EXPECT_EQ(BatchBuffer(2, extra_targets(config)).view().later_board.size(), 2U * kSquares);
}

TEST(Batch, DrawsFromTheWholeWindowAndMirrorsAboutHalf) {
  const auto shard = std::make_shared<const Shard>(make_shard({}, random_games(2), {}));
  ReplayBuffer replay(WindowSettings{});
  replay.add(shard);
  BatchBuffer plain(512), flipped(512);
  Rng a({1}), b({1}), c({2});
  draw_batch(replay, {}, false, a, plain);
  draw_batch(replay, {}, true, b, flipped);
  int same = 0;
  for (int row = 0; row < 512; ++row)
    same += slice(plain.view().planes, row, kEncodedSize) == slice(flipped.view().planes, row, kEncodedSize)
                ? 1
                : 0;
  EXPECT_GT(same, 180);  // the same samples were drawn; about half of them mirrored
  EXPECT_LT(same, 332);
  const std::vector<float> first(plain.view().plies_left.begin(), plain.view().plies_left.end());
  draw_batch(replay, {}, false, c, plain);
  EXPECT_FALSE(std::equal(first.begin(), first.end(), plain.view().plies_left.begin()));
}

}  // namespace
}  // namespace jungle
