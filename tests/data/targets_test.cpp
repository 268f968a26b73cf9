#include "selfplay/data/targets.hpp"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace jungle {
namespace {

constexpr float kNear = 1e-5F;

// Three moves: 6 visits worth 0.5, 2 visits worth -0.5, one never visited; the net thinks the root is worth
// 0.2.
RootSummary example() {
  RootSummary root;
  root.moves = {{.move = {}, .visits = 6, .prior = 0.5F, .mean_value = 0.5F},
                {.move = {}, .visits = 2, .prior = 0.25F, .mean_value = -0.5F},
                {.move = {}, .visits = 0, .prior = 0.25F, .mean_value = 0.0F}};
  root.raw_wdl = {0.5F, 0.2F, 0.3F};
  root.visits = 9;
  return root;
}

std::vector<float> target_of(const RootSummary& root, const PolicyTargetParams& params) {
  std::vector<float> target(root.moves.size());
  policy_target(root, params, target);
  return target;
}

TEST(PolicyTarget, VisitsAreShares) {
  const auto target = target_of(example(), {.kind = PolicyTargetKind::kVisits});
  EXPECT_NEAR(target[0], 0.75, kNear);
  EXPECT_NEAR(target[1], 0.25, kNear);
  EXPECT_NEAR(target[2], 0.0, kNear);
}

TEST(PolicyTarget, VisitsThatWereOnlyForcedAreNotLearned) {
  RootSummary root = example();
  root.unforced_visits = {6, 0, 0};
  EXPECT_NEAR(target_of(root, {.kind = PolicyTargetKind::kVisits})[0], 1, kNear);
  const auto by_values = target_of(root, {});
  root.unforced_visits.clear();
  EXPECT_EQ(by_values, target_of(root, {})) << "values are learned from, however they were found";
}

TEST(PolicyTarget, CompletedQMatchesTheFormulaByHand) {
  // The unvisited move: (0.2 + 8 * (0.5 * 0.5 - 0.25 * 0.5) / 0.75) / 9 = 0.17037. The slope: 8 * (50 + 6) /
  // 80 = 5.6.
  const double completed = (0.2 + 8 * (0.125 / 0.75)) / 9;
  const double a = 0.5 * std::exp(5.6 * 0.5), b = 0.25 * std::exp(5.6 * -0.5),
               c = 0.25 * std::exp(5.6 * completed);
  const auto target = target_of(example(), {.scale = 8});
  EXPECT_NEAR(target[0], a / (a + b + c), kNear);
  EXPECT_NEAR(target[1], b / (a + b + c), kNear);
  EXPECT_NEAR(target[2], c / (a + b + c), kNear);
  EXPECT_NEAR(target[0], 0.9252, 1e-4);
}

TEST(PolicyTarget, ALargerScaleIsSharper) {
  EXPECT_GT(target_of(example(), {.scale = 30})[0], target_of(example(), {.scale = 8})[0]);
  const auto flat = target_of(example(), {.scale = 0});
  EXPECT_NEAR(flat[0], 0.5, kNear);  // scale 0 is the prior
}

TEST(PolicyTarget, AProvenMoveIsWorthItsEndEvenUnvisited) {
  RootSummary root = example();
  root.moves[2].proven = 1;
  root.moves[2].mean_value = 0.98F;  // a win in two plies, discounted
  EXPECT_GT(target_of(root, {})[2], 0.99F);
  root.moves[2].mean_value = 0;
  root.moves[2].proven = 0;
  EXPECT_LT(target_of(root, {})[2], 0.01F);
}

TEST(PolicyTarget, ARootProvenBeforeAnyVisitStillHasATarget) {
  RootSummary root = example();
  for (RootMove& move : root.moves) move.visits = 0;
  root.moves[2].proven = 1;
  root.moves[2].mean_value = 1;
  EXPECT_GT(target_of(root, {.kind = PolicyTargetKind::kVisits})[2], 0.9F);
  EXPECT_GT(target_of(root, {.kind = PolicyTargetKind::kCompletedQ})[2], 0.9F);
}

TEST(PolicyTarget, HugeValuesAndTinyPriorsStayFinite) {
  RootSummary root = example();
  root.moves[0].prior = 0;
  root.moves[1].visits = 1'000'000'000;
  const auto target = target_of(root, {.scale = 1000});
  float sum = 0;
  for (const float share : target) {
    EXPECT_TRUE(std::isfinite(share));
    sum += share;
  }
  EXPECT_NEAR(sum, 1.0, kNear);
}

TEST(ValueTarget, DiscountMovesMassFromWinToDraw) {
  const Wdl won = value_target(1, 2, 0, {.discount = 0.99F});
  EXPECT_NEAR(won.win, 0.9801, kNear);
  EXPECT_NEAR(won.draw, 0.0199, kNear);
  EXPECT_EQ(won.loss, 0.0F);
  const Wdl lost = value_target(-1, 1, 0, {.discount = 0.9F});
  EXPECT_NEAR(lost.loss, 0.9, kNear);
  EXPECT_NEAR(lost.draw, 0.1, kNear);
  EXPECT_EQ(lost.win, 0.0F);
}

TEST(ValueTarget, ADrawIsADrawHoweverFar) {
  EXPECT_EQ(value_target(0, 200, 0.7F, {.discount = 0.9F}), (Wdl{0, 1, 0}));
}

TEST(ValueTarget, WithoutDiscountTheOutcomeStands) {
  EXPECT_EQ(value_target(1, 250, -1, {.discount = 1}), (Wdl{1, 0, 0}));
}

TEST(ValueTarget, MixesInTheSearchsValue) {
  // Half of {0, 1, 0} and half of {0, 0.4, 0.6}.
  const Wdl mixed = value_target(0, 9, -0.6F, {.discount = 0.99F, .value_mix = 0.5F});
  EXPECT_NEAR(mixed.win, 0.0, kNear);
  EXPECT_NEAR(mixed.draw, 0.7, kNear);
  EXPECT_NEAR(mixed.loss, 0.3, kNear);
}

}  // namespace
}  // namespace jungle
