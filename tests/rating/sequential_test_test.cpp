#include "selfplay/rating/sequential_test.hpp"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "core/util/random.hpp"

namespace jungle {
namespace {

MatchGame game(int index, int half_points_of_a) {
  MatchGame one;
  one.index = index;
  one.outcome = half_points_of_a == 1
                    ? Outcome{GameResult::kDraw, EndReason::kRepetition}
                    : win_for(half_points_of_a == 2 ? Side::kRed : Side::kBlue, EndReason::kDen);
  return one;
}

// A wins two games of three.
std::vector<MatchGame> match() {
  Rng rng({3});
  std::vector<MatchGame> games;
  games.reserve(400);
  for (int i = 0; i < 400; ++i) games.push_back(game(i, rng.uniform() < 0.67 ? 2 : 0));
  return games;
}

TEST(SequentialTest, StopsAtThePairThatDecides) {
  for (const SprtCounts counts : {SprtCounts::kPentanomial, SprtCounts::kTrinomial}) {
    SequentialTest test({.test = {.elo0 = 0, .elo1 = 50}, .counts = counts});
    for (const MatchGame& one : match()) test.add(one);
    EXPECT_EQ(test.decision(), SprtDecision::kH1);
    EXPECT_GE(test.llr(), sprt_upper_bound(test.plan().test));
    EXPECT_LT(test.pairs(), 150);
    const double llr = test.llr();
    test.add(game(900, 0));  // the verdict is final
    EXPECT_EQ(test.llr(), llr);
  }
}

TEST(SequentialTest, DoesNotDependOnTheOrderOfEnding) {
  std::vector<MatchGame> games = match();
  SequentialTest in_order({.test = {.elo0 = 0, .elo1 = 50}});
  for (const MatchGame& one : games) in_order.add(one);
  Rng rng({4});
  for (std::size_t i = games.size(); i > 1; --i) std::swap(games[i - 1], games[rng.below(i)]);
  SequentialTest in_disorder({.test = {.elo0 = 0, .elo1 = 50}});
  for (const MatchGame& one : games) in_disorder.add(one);
  EXPECT_EQ(in_disorder.pairs(), in_order.pairs());
  EXPECT_EQ(in_disorder.llr(), in_order.llr());
}

TEST(SequentialTest, AHalfFinishedPairWaits) {
  SequentialTest test({});
  test.add(game(0, 2));
  test.add(game(2, 2));
  test.add(game(3, 2));
  EXPECT_EQ(test.pairs(), 0);
  test.add(game(1, 1));
  EXPECT_EQ(test.pairs(), 2);
}

}  // namespace
}  // namespace jungle
