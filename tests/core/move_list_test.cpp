// Moves as 16 bits, and the room a MoveList has.

#include <algorithm>

#include "core/movegen.hpp"
#include "tests/core/core_test_helpers.hpp"
#include "tests/support/random_positions.hpp"

namespace jungle::test {
namespace {

// Eight animals in the open, each with its four directions free: no position can have more.
TEST(MoveList, HoldsThePositionWithTheMostMoves) {
  const Position position = position_of("6r/1C1D1W1/2T1L2/7/1R5/7/3P3/1E5/7 r");
  EXPECT_EQ(count_legal(position, RuleSet()), kMaxMoves);
  MoveList moves;
  generate_legal(position, RuleSet(), moves);
  EXPECT_EQ(moves.size(), kMaxMoves);
  EXPECT_EQ(std::unique(moves.begin(), moves.end()), moves.end());
}

TEST(MoveList, HoldsEveryRandomPosition) {
  Rng rng({3});
  int most = 0;
  for (int i = 0; i < 100'000; ++i) {
    const Position position = i % 2 == 0 ? random_crowded_position(rng) : random_sparse_position(rng);
    most = std::max(most, count_legal(position, RuleSet()));
  }
  EXPECT_LE(most, kMaxMoves);
  EXPECT_GE(most, 22);  // the search does come near
}

TEST(Move, KeepsItsSquaresInSixteenBits) {
  for (int from = 0; from < kSquares; ++from) {
    for (int to = 0; to < kSquares; ++to) {
      const Move move(square_from_index(from), square_from_index(to));
      ASSERT_EQ(index(move.from()), from);
      ASSERT_EQ(index(move.to()), to);
      ASSERT_EQ(Move::from_bits(move.bits()), move);
      ASSERT_EQ(move.is_none(), from == 0 && to == 0);
    }
  }
}

TEST(IsLegal, RefusesWhateverBitsAMoveMayHold) {
  const Position position = Position::start(RuleSet());
  int legal = 0;
  for (int bits = 0; bits <= 0xffff; ++bits)
    legal += is_legal(position, RuleSet(), Move::from_bits(static_cast<std::uint16_t>(bits))) ? 1 : 0;
  // Bits 12 to 15 are no part of the squares, so each of the 24 moves is met 16 times.
  EXPECT_EQ(legal, 24 * 16);
}

}  // namespace
}  // namespace jungle::test
