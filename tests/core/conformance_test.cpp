// What must hold under every rule set, whatever its fields: symmetries, hash keys, text and packed forms.

#include <algorithm>
#include <unordered_map>

#include "core/movegen.hpp"
#include "core/notation.hpp"
#include "core/packed_position.hpp"
#include "core/symmetry.hpp"
#include "tests/core/core_test_helpers.hpp"
#include "tests/support/positions.hpp"
#include "tests/support/random_positions.hpp"

namespace jungle::test {
namespace {

Outcome swapped(Outcome outcome) {
  if (outcome.result == GameResult::kRed) return win_for(Side::kBlue, outcome.reason);
  if (outcome.result == GameResult::kBlue) return win_for(Side::kRed, outcome.reason);
  return outcome;
}

template <typename MapMove>
std::vector<Move> mapped_moves(std::vector<Move> moves, MapMove map_move) {
  std::transform(moves.begin(), moves.end(), moves.begin(), map_move);
  std::sort(moves.begin(), moves.end(),
            [](Move a, Move b) { return std::pair(a.from(), a.to()) < std::pair(b.from(), b.to()); });
  return moves;
}

class Conformance : public testing::TestWithParam<RuleSet> {
 protected:
  // Games, sparse and crowded boards, fixed positions.
  std::vector<Position> positions() const {
    Rng rng({5, rules_.name().size()});
    std::vector<Position> positions = random_game_positions(rules_, 1500, rng);
    for (int i = 0; i < 1500; ++i) positions.push_back(random_sparse_position(rng));
    for (int i = 0; i < 200; ++i) positions.push_back(random_crowded_position(rng));
    for (const FixedPosition& fixed : fixed_positions()) positions.push_back(fixed.position());
    return positions;
  }

  const RuleSet& rules_ = GetParam();
};

TEST_P(Conformance, MirroringTheBoardMirrorsMovesAndOutcome) {
  for (const Position& position : positions()) {
    const Position image = mirrored(position);
    ASSERT_EQ(mirrored(image), position);
    ASSERT_EQ(sorted_legal_moves(image, rules_),
              mapped_moves(sorted_legal_moves(position, rules_), [](Move move) { return mirrored(move); }))
        << to_string(position);
    ASSERT_EQ(board_outcome(image, rules_), board_outcome(position, rules_)) << to_string(position);
  }
}

TEST_P(Conformance, SwappingTheSidesTurnsMovesAndOutcome) {
  for (const Position& position : positions()) {
    const Position image = side_swapped(position);
    ASSERT_EQ(side_swapped(image), position);
    ASSERT_NE(image.side_to_move(), position.side_to_move());
    ASSERT_EQ(sorted_legal_moves(image, rules_),
              mapped_moves(sorted_legal_moves(position, rules_), [](Move move) { return turned(move); }))
        << to_string(position);
    ASSERT_EQ(board_outcome(image, rules_), swapped(board_outcome(position, rules_))) << to_string(position);
  }
}

TEST_P(Conformance, TheKeyEqualsItsRecomputationAfterEveryMove) {
  for (const Position& position : positions()) {
    ASSERT_EQ(position.key(), position.recomputed_key());
    for (Move move : sorted_legal_moves(position, rules_)) {
      const Position child = position.after(move, rules_);
      ASSERT_EQ(child.key(), child.recomputed_key()) << to_string(position) << ' ' << to_string(move);
    }
  }
}

TEST_P(Conformance, EqualKeysMeanEqualBoards) {
  std::unordered_map<std::uint64_t, Position> seen;
  for (const Position& position : positions()) {
    for (Move move : sorted_legal_moves(position, rules_)) {
      const Position child = position.after(move, rules_);
      const auto [entry, is_new] = seen.emplace(child.key(), child);
      ASSERT_TRUE(entry->second.same_board(child)) << to_string(child) << " and " << to_string(entry->second);
    }
  }
  EXPECT_GT(seen.size(), 20'000U);
}

TEST_P(Conformance, TextAndPackedFormsComeBackTheSame) {
  for (const Position& position : positions()) {
    const Result<Position> read = parse_position(to_string(position));
    ASSERT_TRUE(read) << read.error();
    ASSERT_EQ(*read, position);
    const Result<Position> unpacked = unpack(pack(position));
    ASSERT_TRUE(unpacked) << unpacked.error();
    ASSERT_TRUE(unpacked->same_board(position));
    ASSERT_EQ(unpacked->key(), position.key());
    ASSERT_EQ(unpacked->plies_since_capture(), position.plies_since_capture());
    ASSERT_EQ(unpacked->full_move_number(), 1);
    for (Move move : sorted_legal_moves(position, rules_)) {
      const Result<Move> parsed = parse_legal_move(to_string(move), position, rules_);
      ASSERT_TRUE(parsed) << parsed.error();
      ASSERT_EQ(*parsed, move);
    }
  }
}

// Animals from the lowest rank in force up, then target squares from a1 to g9: what policies and records
// count on.
TEST_P(Conformance, MovesComeInThePromisedOrder) {
  for (const Position& position : positions()) {
    MoveList moves;
    generate_legal(position, rules_, moves);
    std::vector<std::pair<int, int>> order;
    for (Move move : moves)
      order.emplace_back(rules_.rank(position.piece_at(move.from())->animal), index(move.to()));
    ASSERT_TRUE(std::is_sorted(order.begin(), order.end())) << to_string(position);
  }
}

INSTANTIATE_TEST_SUITE_P(RuleSets, Conformance, testing::ValuesIn(conformance_rule_sets()),
                         [](const auto& test) { return test_name(test.param.name()); });

TEST(Keys, TheBoardAndTheSideToMoveAloneMakeTheKey) {
  const Position position = position_of("6e/7/7/7/7/7/7/7/C6 r 0 1");
  EXPECT_EQ(position.key(), position_of("6e/7/7/7/7/7/7/7/C6 r 17 40").key());
  EXPECT_NE(position.key(), position_of("6e/7/7/7/7/7/7/7/C6 b 0 1").key());
  EXPECT_NE(position.key(), position_of("6e/7/7/7/7/7/7/7/D6 r 0 1").key());
  EXPECT_NE(position.key(), position_of("6e/7/7/7/7/7/7/7/1C5 r 0 1").key());
  EXPECT_NE(position.key(), position_of("6e/7/7/7/7/7/7/7/c6 r 0 1").key());
}

// Keys are stored in files: they must never change.
TEST(Keys, AreTheSameInEveryBuild) {
  EXPECT_EQ(Position::start(RuleSet()).key(), 7208591653561264172ULL);
  EXPECT_EQ(Position::start(preset("panther")).key(), 9896760255680014599ULL);
}

}  // namespace
}  // namespace jungle::test
