#include "search/alphabeta/move_order.hpp"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "core/movegen.hpp"
#include "core/notation.hpp"
#include "tests/support/positions.hpp"
#include "tests/support/random_positions.hpp"

namespace jungle::alphabeta {
namespace {

std::vector<Move> drain(MoveOrder order) {
  std::vector<Move> moves;
  while (const OrderedMove* move = order.next()) moves.push_back(move->move);
  return moves;
}

std::vector<std::uint16_t> sorted_bits(std::vector<Move> moves) {
  std::vector<std::uint16_t> bits;
  for (Move move : moves) bits.push_back(move.bits());
  std::ranges::sort(bits);
  return bits;
}

TEST(MoveOrder, GivesEachLegalMoveOnceAndTheCapturesAlone) {
  for (const RuleSet& rules : test::conformance_rule_sets()) {
    Rng rng({31});
    for (int i = 0; i < 200; ++i) {
      const Position position = test::random_sparse_position(rng);
      MoveList legal;
      generate_legal(position, rules, legal);
      std::vector<Move> captures;
      const Bitboard enemies = position.occupied(!position.side_to_move());
      for (Move move : legal)
        if (enemies.contains(move.to())) captures.push_back(move);
      const MoveHistory history;
      const std::vector<Move> all(legal.begin(), legal.end());
      EXPECT_EQ(sorted_bits(drain(MoveOrder(position, rules, Move(), {}, history))), sorted_bits(all));
      EXPECT_EQ(sorted_bits(drain(MoveOrder(position, rules, enemies))), sorted_bits(captures));
    }
  }
}

TEST(MoveOrder, PutsTableMoveThenDenThenCapturesThenKillersFirst) {
  const RuleSet rules;
  // The lion may enter the den; the leopard may take the wolf or the cat.
  const Position position = *parse_position("7/3L3/7/6e/7/7/2cPw2/7/R6 r 0 1");
  MoveHistory history;
  const Move killer = *parse_move("d3d4");
  const Move table_move = *parse_move("a1b1");
  const std::vector<Move> order =
      drain(MoveOrder(position, rules, table_move, Killers{killer, Move()}, history));
  ASSERT_GE(order.size(), 5U);
  EXPECT_EQ(to_string(order[0]), "a1b1");
  EXPECT_EQ(to_string(order[1]), "d8d9");
  EXPECT_EQ(to_string(order[2]), "d3e3") << "the wolf is the better prey";
  EXPECT_EQ(to_string(order[3]), "d3c3");
  EXPECT_EQ(to_string(order[4]), "d3d4");
}

TEST(MoveOrder, HistoryRaisesWhatWasGoodAndStaysBounded) {
  const RuleSet rules;
  const Position position = Position::start(rules);
  MoveHistory history;
  const OrderedMove good = {.move = *parse_move("e3e4"), .animal = Animal::kLeopard, .victim = 0, .order = 0};
  ASSERT_FALSE(is_legal(position, rules, good.move)) << "water";
  const OrderedMove better = {
      .move = *parse_move("e3d3"), .animal = Animal::kLeopard, .victim = 0, .order = 0};
  for (int i = 0; i < 1000; ++i) history.reward(Side::kRed, better, 4000);
  EXPECT_EQ(drain(MoveOrder(position, rules, Move(), {}, history)).front(), better.move);
  EXPECT_LE(history.value(Side::kRed, Animal::kLeopard, better.move.to()), MoveHistory::kLimit);
  for (int i = 0; i < 1000; ++i) history.reward(Side::kRed, better, -4000);
  EXPECT_EQ(drain(MoveOrder(position, rules, Move(), {}, history)).back(), better.move);
  EXPECT_GE(history.value(Side::kRed, Animal::kLeopard, better.move.to()), -MoveHistory::kLimit);
}

}  // namespace
}  // namespace jungle::alphabeta
