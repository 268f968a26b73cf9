#include "search/mcts/noise.hpp"

#include <array>
#include <numeric>

#include <gtest/gtest.h>

#include "search/mcts/pool.hpp"
#include "tests/search/mcts/support.hpp"

namespace jungle {
namespace {

TEST(MctsNoise, MixesTheFractionAskedForAndKeepsTheSum) {
  Rng rng({5});
  constexpr int kDraws = 20000;
  std::array<double, 4> mean{};
  for (int i = 0; i < kDraws; ++i) {
    std::array<float, 4> priors = {0.7F, 0.2F, 0.1F, 0};
    mix_dirichlet_noise(priors, 0.25F, 0.6F, rng);
    ASSERT_NEAR(std::accumulate(priors.begin(), priors.end(), 0.0), 1, 1e-5);
    ASSERT_GE(priors[0], 0.75F * 0.7F - 1e-6F);
    for (std::size_t m = 0; m < 4; ++m) mean[m] += priors[m] / double{kDraws};
  }
  // A symmetric Dirichlet has mean 1/4 in each place.
  const std::array<double, 4> expected = {0.5875, 0.2125, 0.1375, 0.0625};
  for (std::size_t m = 0; m < 4; ++m) EXPECT_NEAR(mean[m], expected[m], 0.004);
}

// Variance of one component of Dirichlet(alpha, n places): (1/n)(1 - 1/n) / (n alpha + 1).
TEST(MctsNoise, HasTheSpreadOfItsAlpha) {
  for (const float alpha : {0.1F, 0.6F, 3.0F}) {
    Rng rng({6});
    constexpr int kDraws = 20000;
    double square_sum = 0;
    for (int i = 0; i < kDraws; ++i) {
      std::array<float, 5> priors{0.2F, 0.2F, 0.2F, 0.2F, 0.2F};
      mix_dirichlet_noise(priors, 1, alpha, rng);
      square_sum += (priors[2] - 0.2) * (priors[2] - 0.2);
    }
    EXPECT_NEAR(square_sum / kDraws / (0.16 / (5 * alpha + 1)), 1, 0.06) << alpha;
  }
}

RootSummary search(SearchPool& pool, const Game& game, const PoolBudget& budget) {
  pool.start(0, game, budget);
  while (pool.step().empty()) {
  }
  return pool.result(0);
}

TEST(MctsNoise, ChangesTheSearchButNotThePriorsReported) {
  test::HashEvaluator evaluator;
  const MctsParams params{.noise_fraction = 0.5F, .memory_mb = 8};
  const Game game{RuleSet()};
  SearchPool pool(evaluator, params, 1);
  const RootSummary quiet = search(pool, game, {.visits = 200});
  pool.forget(0);
  const RootSummary noisy = search(pool, game, {.visits = 200, .root_noise = true, .noise_seed = 1});
  int different = 0;
  for (std::size_t i = 0; i < quiet.moves.size(); ++i) {
    EXPECT_EQ(quiet.moves[i].prior, noisy.moves[i].prior);
    different += quiet.moves[i].visits != noisy.moves[i].visits;
  }
  EXPECT_GT(different, 5);
}

TEST(MctsNoise, IsAbsentUnlessAskedForAndDiffersFromSeedToSeed) {
  test::HashEvaluator evaluator;
  const MctsParams params{.noise_fraction = 0.5F, .memory_mb = 8};
  const Game game{RuleSet()};
  const auto visits_of = [&](const PoolBudget& budget) {
    SearchPool pool(evaluator, params, 1);
    std::vector<std::uint32_t> visits;
    for (const RootMove& move : search(pool, game, budget).moves) visits.push_back(move.visits);
    return visits;
  };
  EXPECT_EQ(visits_of({.visits = 200, .noise_seed = 1}), visits_of({.visits = 200, .noise_seed = 2}));
  EXPECT_EQ(visits_of({.visits = 200, .root_noise = true, .noise_seed = 1}),
            visits_of({.visits = 200, .root_noise = true, .noise_seed = 1}));
  EXPECT_NE(visits_of({.visits = 200, .root_noise = true, .noise_seed = 1}),
            visits_of({.visits = 200, .root_noise = true, .noise_seed = 2}));
}

TEST(MctsNoise, IsRenewedOnAReusedRoot) {
  test::HashEvaluator evaluator;
  const MctsParams params{.noise_fraction = 0.75F, .memory_mb = 8};
  Game game{RuleSet()};
  const auto second_search = [&](bool noise, std::uint64_t seed) {
    SearchPool pool(evaluator, params, 1);
    search(pool, game, {.visits = 400, .root_noise = true, .noise_seed = 9});
    MoveList moves;
    game.legal_moves(moves);
    Game next = game;
    next.play(moves[3]);
    std::vector<std::uint32_t> visits;
    for (const RootMove& move :
         search(pool, next, {.visits = 600, .root_noise = noise, .noise_seed = seed}).moves)
      visits.push_back(move.visits);
    return visits;
  };
  EXPECT_NE(second_search(true, 1), second_search(false, 1));
  EXPECT_NE(second_search(true, 1), second_search(true, 2));
}

}  // namespace
}  // namespace jungle
