#include "search/mcts/forced_playouts.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "search/mcts/pool.hpp"
#include "tests/search/mcts/support.hpp"

namespace jungle {
namespace {

std::vector<std::uint32_t> left_of(const std::vector<RootMove>& moves, const std::vector<float>& priors,
                                   float k, float exploration) {
  std::vector<std::uint32_t> counts(moves.size());
  take_out_forced(moves, priors, k, exploration, counts);
  return counts;
}

TEST(ForcedPlayouts, AVisitedMoveIsOwedTheRootOfItsShare) {
  // 100 visits and a prior of 0.08 with k = 2: 4 visits are forced.
  const std::vector<float> priors = {0.9F, 0.08F, 0.02F};
  std::vector<RootMove> moves = {{.move = {}, .visits = 97}, {.move = {}, .visits = 3}, {}};
  EXPECT_EQ(owed_visit(moves, priors, 2), 1U);
  moves[0].visits = 96;
  moves[1].visits = 4;
  EXPECT_EQ(owed_visit(moves, priors, 2), std::nullopt) << "and none to what was never visited";
  moves[1] = {.move = {}, .visits = 3, .proven = -1};
  EXPECT_EQ(owed_visit(moves, priors, 2), std::nullopt) << "nor to what is proven";
}

TEST(ForcedPlayouts, ForcedVisitsAreTakenOutAndSingleOnesDropped) {
  // 100 visits; forced with k = 2: 4 of the second move, 6.3 of the third, 2 of the fourth. Exploration 1 and
  // sqrt(101) = 10.05: the best move's PUCT is 0.5 + 10.05 * 0.7 / 81 = 0.587.
  const std::vector<float> priors = {0.7F, 0.08F, 0.2F, 0.02F};
  const std::vector<RootMove> moves = {{.move = {}, .visits = 80, .mean_value = 0.5F},
                                       {.move = {}, .visits = 4, .mean_value = -0.8F},
                                       {.move = {}, .visits = 13, .mean_value = 0.4F},
                                       {.move = {}, .visits = 3, .mean_value = -0.9F}};
  // The second loses all. The third stays where 0.4 + 2.01 / (1 + n) < 0.587: n = 10 is the last. The fourth
  // is left with one.
  EXPECT_EQ(left_of(moves, priors, 2, 1), (std::vector<std::uint32_t>{80, 0, 10, 0}));
}

TEST(ForcedPlayouts, WhatPuctGaveStays) {
  const std::vector<float> priors = {0.5F, 0.5F};
  const std::vector<RootMove> moves = {{.move = {}, .visits = 50, .mean_value = 0.1F},
                                       {.move = {}, .visits = 50, .mean_value = 0.1F}};
  EXPECT_EQ(left_of(moves, priors, 2, 1), (std::vector<std::uint32_t>{50, 50}));
}

// The fewest visits that a move may be left with, looked for from below.
std::uint32_t plainly_left(const std::vector<RootMove>& moves, const std::vector<float>& priors, float k,
                           float exploration, std::size_t best, std::size_t i) {
  double all = 0;
  for (const RootMove& move : moves) all += move.visits;
  const auto puct = [&](std::size_t m, double visits) {
    return static_cast<double>(moves[m].mean_value) + static_cast<double>(exploration) *
                                                          static_cast<double>(priors[m]) *
                                                          std::sqrt(1 + all) / (1 + visits);
  };
  const double forced = std::floor(std::sqrt(static_cast<double>(k) * static_cast<double>(priors[i]) * all));
  if (i == best) return moves[i].visits;
  for (double left = std::max(0.0, moves[i].visits - forced); left < moves[i].visits; ++left)
    if (puct(i, left) < puct(best, moves[best].visits))
      return left <= 1 ? 0 : static_cast<std::uint32_t>(left);
  return moves[i].visits <= 1 ? 0 : moves[i].visits;
}

TEST(ForcedPlayouts, MatchTheirPlainForm) {
  Rng rng({11});
  int taken_out = 0;
  for (int round = 0; round < 500; ++round) {
    std::vector<RootMove> moves(1 + rng.below(25));
    std::vector<float> priors(moves.size());
    for (std::size_t i = 0; i < moves.size(); ++i) {
      moves[i] = {.move = {},
                  .visits = static_cast<std::uint32_t>(rng.below(4) == 0 ? rng.below(80) : rng.below(6)),
                  .mean_value = static_cast<float>(rng.uniform() * 2 - 1)};
      priors[i] = static_cast<float>(rng.uniform() / static_cast<double>(moves.size()));
    }
    const auto best = static_cast<std::size_t>(std::max_element(moves.begin(), moves.end(),
                                                                [](const RootMove& a, const RootMove& b) {
                                                                  return std::pair(a.visits, a.mean_value) <
                                                                         std::pair(b.visits, b.mean_value);
                                                                }) -
                                               moves.begin());
    if (moves[best].visits == 0) continue;
    const auto k = static_cast<float>(rng.uniform() * 4);
    const auto exploration = static_cast<float>(0.1 + rng.uniform() * 2);
    const auto counts = left_of(moves, priors, k, exploration);
    for (std::size_t i = 0; i < moves.size(); ++i) {
      ASSERT_EQ(counts[i], plainly_left(moves, priors, k, exploration, best, i)) << round << ", move " << i;
      taken_out += static_cast<int>(moves[i].visits - counts[i]);
    }
  }
  EXPECT_GT(taken_out, 1000);
}

RootSummary search(float forced_playouts) {
  test::HashEvaluator evaluator;
  SearchPool pool(evaluator, {.noise_fraction = 0.5F, .memory_mb = 16}, 1);
  pool.start(0, Game{RuleSet()},
             {.visits = 400, .root_noise = true, .noise_seed = 5, .forced_playouts = forced_playouts});
  while (pool.step().empty()) {
  }
  return pool.result(0);
}

TEST(ForcedPlayouts, ASearchSpreadsItsVisitsAndTheCountsWithoutThemDont) {
  const RootSummary usual = search(0), forced = search(4);
  EXPECT_EQ(forced.visits, usual.visits);
  EXPECT_TRUE(usual.unforced_visits.empty());
  const auto single = [](const RootSummary& root) {
    return std::count_if(root.moves.begin(), root.moves.end(),
                         [](const RootMove& m) { return m.visits == 1; });
  };
  EXPECT_GT(single(usual), 0);
  EXPECT_EQ(single(forced), 0) << "one visit is never enough here: 4 * prior * 399 > 4";

  ASSERT_EQ(forced.unforced_visits.size(), forced.moves.size());
  std::uint32_t left = 0, most = 0;
  for (std::size_t i = 0; i < forced.moves.size(); ++i) {
    EXPECT_LE(forced.unforced_visits[i], forced.moves[i].visits);
    EXPECT_NE(forced.unforced_visits[i], 1U);
    left += forced.unforced_visits[i];
    most = std::max(most, forced.moves[i].visits);
  }
  EXPECT_LT(left, 399U);
  EXPECT_EQ(most, *std::max_element(forced.unforced_visits.begin(), forced.unforced_visits.end()));
}

}  // namespace
}  // namespace jungle
