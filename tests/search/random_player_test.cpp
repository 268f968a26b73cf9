#include "search/random_player.hpp"

#include <map>
#include <vector>

#include <gtest/gtest.h>

#include "core/movegen.hpp"

namespace jungle {
namespace {

std::vector<Move> first_moves(RandomPlayer& player, const Game& game, int count) {
  std::vector<Move> moves;
  for (int i = 0; i < count; ++i) moves.push_back(player.choose_move(game, {}, {}).move);
  return moves;
}

TEST(RandomPlayer, PlaysEveryLegalMoveAboutAsOften) {
  const Game game{RuleSet()};
  RandomPlayer player(7);
  std::map<std::uint16_t, int> counts;
  constexpr int kDraws = 24000;
  for (Move move : first_moves(player, game, kDraws)) {
    ASSERT_TRUE(is_legal(game.position(), game.rules(), move));
    ++counts[move.bits()];
  }
  ASSERT_EQ(counts.size(), 24U);
  for (const auto& [bits, count] : counts)
    EXPECT_NEAR(count, kDraws / 24, 160) << bits;  // five standard errors
}

TEST(RandomPlayer, ChoosesTheSameMovesForTheSameSeedAndGame) {
  const Game game{RuleSet()};
  RandomPlayer one(3);
  RandomPlayer other(4);
  other.set_seed(3);
  one.new_game();
  other.new_game();
  EXPECT_EQ(first_moves(one, game, 50), first_moves(other, game, 50));
}

TEST(RandomPlayer, ChoosesOtherMovesInTheNextGame) {
  const Game game{RuleSet()};
  RandomPlayer player(3);
  const std::vector<Move> first = first_moves(player, game, 50);
  player.new_game();
  EXPECT_NE(first_moves(player, game, 50), first);
}

}  // namespace
}  // namespace jungle
