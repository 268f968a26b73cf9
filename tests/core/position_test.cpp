// The position as a value: the start, what a move changes, counters, the builder.

#include "core/position.hpp"

#include "core/geometry.hpp"
#include "core/notation.hpp"
#include "tests/core/core_test_helpers.hpp"

namespace jungle::test {
namespace {

std::string after_move(std::string_view position, std::string_view move, const RuleSet& rules = RuleSet()) {
  return to_string(position_of(position).after(move_of(move), rules));
}

TEST(Position, ASteppingAnimalLeavesItsSquareAndTheClockRuns) {
  EXPECT_EQ(after_move("6e/7/7/7/7/7/7/7/C6 r 5 9", "a1a2"), "6e/7/7/7/7/7/7/C6/7 b 6 9");
}

TEST(Position, ACaptureTakesTheAnimalAndStopsTheClock) {
  EXPECT_EQ(after_move("6e/7/7/7/7/7/7/r6/C6 r 5 9", "a1a2"), "6e/7/7/7/7/7/7/C6/7 b 0 9");
}

TEST(Position, TheMoveNumberGrowsAfterTheSideThatDoesNotMoveFirst) {
  EXPECT_EQ(after_move("6e/7/7/7/7/7/7/7/C6 r 0 9", "a1a2"), "6e/7/7/7/7/7/7/C6/7 b 1 9");
  EXPECT_EQ(after_move("6e/7/7/7/7/7/7/7/C6 b 0 9", "g9g8"), "7/6e/7/7/7/7/7/7/C6 r 1 10");
  EXPECT_EQ(after_move("6e/7/7/7/7/7/7/7/C6 r 0 9", "a1a2", preset("panther")), "6e/7/7/7/7/7/7/C6/7 b 1 10");
  EXPECT_EQ(after_move("6e/7/7/7/7/7/7/7/C6 b 0 9", "g9g8", preset("panther")), "7/6e/7/7/7/7/7/7/C6 r 1 9");
}

TEST(Position, CountersStopGrowingAtTheirLimit) {
  EXPECT_EQ(after_move("6e/7/7/7/7/7/7/7/C6 b 65000 65000", "g9g8"), "7/6e/7/7/7/7/7/7/C6 r 65000 65000");
  EXPECT_EQ(after_move("6e/7/7/7/7/7/7/7/C6 b 64999 64999", "g9g8"), "7/6e/7/7/7/7/7/7/C6 r 65000 65000");
}

TEST(Position, SaysWhatStandsWhere) {
  const Position position = position_of("6e/7/7/7/1R5/7/7/7/C6 r");
  EXPECT_EQ(position.piece_at(square_of("g9")), (Piece{Side::kBlue, Animal::kElephant}));
  EXPECT_EQ(position.piece_at(square_of("b5")), (Piece{Side::kRed, Animal::kRat}));
  EXPECT_EQ(position.piece_at(square_of("b6")), std::nullopt);
  EXPECT_EQ(position.animal(Side::kRed, Animal::kCat), Bitboard(square_of("a1")));
  EXPECT_TRUE(position.animal(Side::kRed, Animal::kLion).empty());
  EXPECT_EQ(position.occupied(Side::kRed), Bitboard(square_of("a1")) | Bitboard(square_of("b5")));
  EXPECT_EQ(position.occupied().count(), 3);
}

TEST(Position, SameBoardLooksAwayFromTheCounters) {
  const Position position = position_of("6e/7/7/7/7/7/7/7/C6 r 3 4");
  EXPECT_TRUE(position.same_board(position_of("6e/7/7/7/7/7/7/7/C6 r 5 6")));
  EXPECT_NE(position, position_of("6e/7/7/7/7/7/7/7/C6 r 5 4"));
  EXPECT_FALSE(position.same_board(position_of("6e/7/7/7/7/7/7/7/C6 b 3 4")));
  EXPECT_FALSE(position.same_board(position_of("6e/7/7/7/7/7/7/7/1C5 r 3 4")));
}

TEST(PositionBuilder, ARefusedAnimalLeavesItAsItWas) {
  PositionBuilder builder;
  ASSERT_TRUE(builder.place({Side::kRed, Animal::kCat}, square_of("a1")));
  ASSERT_TRUE(builder.place({Side::kBlue, Animal::kElephant}, square_of("g9")));
  EXPECT_FALSE(builder.place({Side::kRed, Animal::kCat}, square_of("b1")));
  EXPECT_FALSE(builder.place({Side::kRed, Animal::kDog}, square_of("g9")));
  EXPECT_FALSE(builder.place({Side::kRed, Animal::kDog}, square_of("b4")));
  EXPECT_FALSE(builder.place({Side::kRed, Animal::kDog}, square_of("d1")));
  EXPECT_EQ(*builder.build(), position_of("6e/7/7/7/7/7/7/7/C6 r 0 1"));
}

TEST(PositionBuilder, TheSideMayBeChangedBackAndForth) {
  PositionBuilder builder;
  ASSERT_TRUE(builder.place({Side::kRed, Animal::kCat}, square_of("a1")));
  builder.side_to_move(Side::kBlue).side_to_move(Side::kBlue).side_to_move(Side::kRed).counters(2, 3);
  const Position position = *builder.build();
  EXPECT_EQ(position, position_of("7/7/7/7/7/7/7/7/C6 r 2 3"));
  EXPECT_EQ(position.key(), position.recomputed_key());
}

TEST(Geometry, StepsEndAtTheEdges) {
  EXPECT_TRUE(step(row_set(8), Direction::kUp).empty());
  EXPECT_TRUE(step(row_set(0), Direction::kDown).empty());
  EXPECT_TRUE(step(column_set(0), Direction::kLeft).empty());
  EXPECT_TRUE(step(column_set(6), Direction::kRight).empty());
  EXPECT_EQ(step(kAllSquares, Direction::kUp), kAllSquares & ~row_set(0));
  EXPECT_EQ(step(kAllSquares, Direction::kLeft), kAllSquares & ~column_set(6));
  EXPECT_EQ(neighbours(Bitboard(square_of("g1"))), Bitboard(square_of("f1")) | Bitboard(square_of("g2")));
}

TEST(Geometry, TheBoardIsTheOneOfTheRules) {
  Bitboard water;
  for (std::string_view name : {"b4", "b5", "b6", "c4", "c5", "c6", "e4", "e5", "e6", "f4", "f5", "f6"})
    water |= Bitboard(square_of(name));
  EXPECT_EQ(kWater, water);
  EXPECT_EQ(den_square(Side::kRed), square_of("d1"));
  EXPECT_EQ(den_square(Side::kBlue), square_of("d9"));
  EXPECT_EQ(traps(Side::kRed),
            Bitboard(square_of("c1")) | Bitboard(square_of("e1")) | Bitboard(square_of("d2")));
  EXPECT_EQ(traps(Side::kBlue),
            Bitboard(square_of("c9")) | Bitboard(square_of("e9")) | Bitboard(square_of("d8")));
}

}  // namespace
}  // namespace jungle::test
