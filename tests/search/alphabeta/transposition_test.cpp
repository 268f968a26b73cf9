#include "search/alphabeta/transposition.hpp"

#include <limits>
#include <new>

#include <gtest/gtest.h>

#include "core/notation.hpp"
#include "core/util/random.hpp"

namespace jungle::alphabeta {
namespace {

const Move kMove = *parse_move("g3g4");

TEST(TranspositionTable, GivesBackExactlyWhatWasStored) {
  TranspositionTable table(1);
  Rng rng({41});
  for (int i = 0; i < 2000; ++i) {
    const std::uint64_t key = rng();
    const TableHit stored = {.move = Move::from_bits(static_cast<std::uint16_t>(rng.below(4096))),
                             .score = static_cast<Score>(rng.below(2 * kWin)) - kWin,
                             .depth = static_cast<int>(rng.below(kMaxPly)),
                             .bound = static_cast<Bound>(1 + rng.below(3))};
    EXPECT_FALSE(table.probe(key).has_value());
    table.store(key, stored);
    EXPECT_EQ(table.probe(key), stored);
  }
}

TEST(TranspositionTable, ForgetsOnClearAndHoldsNothingWithoutMemory) {
  TranspositionTable table(1);
  table.store(5, {kMove, 10, 3, Bound::kExact});
  table.clear();
  EXPECT_FALSE(table.probe(5).has_value());
  TranspositionTable none(0);
  none.store(5, {kMove, 10, 3, Bound::kExact});
  EXPECT_FALSE(none.probe(5).has_value());
}

TEST(TranspositionTable, KeepsTheDeeperResultOfASearchButNotOfAnOlderOne) {
  TranspositionTable table(1);
  table.store(9, {kMove, 50, 12, Bound::kLower});
  table.store(9, {Move(), -50, 2, Bound::kUpper});
  EXPECT_EQ(table.probe(9)->depth, 12);
  table.new_search();
  table.store(9, {Move(), -50, 2, Bound::kUpper});
  EXPECT_EQ(table.probe(9)->depth, 2);
  EXPECT_EQ(table.probe(9)->move, kMove) << "a known move outlives a visit that found none";
}

TEST(TranspositionTable, GivesUpOldAndShallowEntriesFirst) {
  TranspositionTable table(1);
  // Keys that differ in their low bits alone share a bucket.
  table.store(1, {kMove, 1, 20, Bound::kExact});
  table.store(2, {kMove, 2, 4, Bound::kExact});
  table.store(3, {kMove, 3, 9, Bound::kExact});
  table.store(4, {kMove, 4, 10, Bound::kExact});
  table.store(5, {kMove, 5, 1, Bound::kExact});
  EXPECT_FALSE(table.probe(2).has_value()) << "the shallowest of one age";
  for (int i = 0; i < 3; ++i) table.new_search();
  table.store(3, {kMove, 3, 9, Bound::kExact});
  table.store(4, {kMove, 4, 10, Bound::kExact});
  table.store(5, {kMove, 5, 1, Bound::kExact});
  table.store(6, {kMove, 6, 1, Bound::kExact});
  EXPECT_FALSE(table.probe(1).has_value()) << "the deepest, but three searches old";
  EXPECT_TRUE(table.probe(5).has_value());
}

TEST(TranspositionTable, WinsAreStoredAsSeenFromTheirNode) {
  const Score win = win_in(11);  // found at ply 4: seven plies from there
  const Score stored = to_table(win, 4);
  EXPECT_EQ(from_table(stored, 4), win);
  EXPECT_EQ(from_table(stored, 6), win_in(13)) << "the same node met two plies later";
  EXPECT_EQ(from_table(to_table(loss_in(10), 4), 2), loss_in(8));
  EXPECT_EQ(to_table(123, 9), 123);
}

TEST(TranspositionTable, MoreThanTheMachineHasIsAnExceptionAndNoAbort) {
  EXPECT_THROW(TranspositionTable{std::numeric_limits<int>::max()}, std::bad_alloc);  // 2 PiB
}

}  // namespace
}  // namespace jungle::alphabeta
