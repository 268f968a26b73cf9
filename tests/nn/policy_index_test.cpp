#include <set>

#include <gtest/gtest.h>

#include "core/notation.hpp"
#include "core/symmetry.hpp"
#include "nn/encoding.hpp"
#include "tests/support/sample_positions.hpp"

namespace jungle {
namespace {

using test::sample_positions;
using test::SamplePosition;

TEST(PolicyIndex, RoundTripsOverTheLegalMovesOfEveryPreset) {
  for (const std::string_view name : RuleSet::preset_names()) {
    for (const SamplePosition& sample : sample_positions(*RuleSet::preset(name), 500, 5)) {
      const Side side = sample.position.side_to_move();
      std::set<int> seen;
      for (const Move move : sample.legal_moves) {
        const int index = policy_index(move, side);
        ASSERT_GE(index, 0);
        ASSERT_LT(index, kPolicySize);
        ASSERT_TRUE(seen.insert(index).second) << "shared by two moves: " << to_string(sample.position);
        ASSERT_EQ(move_of_policy_index(index, side, sample.legal_moves), move);
      }
    }
  }
}

TEST(PolicyIndex, IsSquareTimesFourPlusDirectionAsTheMoverSeesIt) {
  const auto of = [](const char* move, Side side) { return policy_index(*parse_move(move), side); };
  EXPECT_EQ(of("a1a2", Side::kRed), 0);
  EXPECT_EQ(of("a2a1", Side::kRed), 7 * 4 + 1);
  EXPECT_EQ(of("b1a1", Side::kRed), 1 * 4 + 2);
  EXPECT_EQ(of("a1b1", Side::kRed), 3);
  EXPECT_EQ(of("g9g8", Side::kBlue), 0) << "a step forward from the corner, for Blue";
  EXPECT_EQ(of("g9f9", Side::kBlue), 3);
}

TEST(PolicyIndex, ALeapSharesTheIndexOfTheStepInItsDirection) {
  for (const auto& [leap, step] :
       {std::pair{"a5d5", "a5b5"}, {"g4d4", "g4f4"}, {"b3b7", "b3b4"}, {"e7e3", "e7e6"}}) {
    for (const Side side : kSides) {
      EXPECT_EQ(policy_index(*parse_move(leap), side), policy_index(*parse_move(step), side)) << leap;
    }
  }
}

TEST(PolicyIndex, ASwappedMoveKeepsItsIndexAndAMirroredOneExchangesLeftAndRight) {
  for (const SamplePosition& sample : sample_positions(RuleSet(), 200, 6)) {
    const Side side = sample.position.side_to_move();
    for (const Move move : sample.legal_moves) {
      const int index = policy_index(move, side);
      EXPECT_EQ(policy_index(turned(move), !side), index);
      const int mirror = policy_index(mirrored(move), side);
      EXPECT_EQ(mirror / 4, jungle::index(mirrored(square_from_index(index / 4))));
      const int direction = index % 4;
      EXPECT_EQ(mirror % 4, direction < 2 ? direction : 5 - direction);
    }
  }
}

TEST(PolicyIndex, AnIndexOfNoLegalMoveGivesNone) {
  const SamplePosition sample = sample_positions(RuleSet(), 1, 7).front();
  const Side side = sample.position.side_to_move();
  std::set<int> legal;
  for (const Move move : sample.legal_moves) legal.insert(policy_index(move, side));
  for (int index = 0; index < kPolicySize; ++index) {
    EXPECT_EQ(move_of_policy_index(index, side, sample.legal_moves).is_none(), !legal.contains(index));
  }
}

}  // namespace
}  // namespace jungle
