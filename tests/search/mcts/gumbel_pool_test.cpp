// The pool of self-play with sequential halving at its roots.

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/geometry.hpp"
#include "core/notation.hpp"
#include "search/mcts/pool.hpp"
#include "tests/search/mcts/support.hpp"
#include "tests/support/random_positions.hpp"

namespace jungle {
namespace {

RootSummary search(SearchPool& pool, const Game& game, const PoolBudget& budget) {
  pool.start(0, game, budget);
  while (pool.step().empty()) {
  }
  return pool.result(0);
}

RootSummary search(const Game& game, const PoolBudget& budget) {
  test::HashEvaluator evaluator;
  SearchPool pool(evaluator, {.memory_mb = 16}, 1);
  return search(pool, game, budget);
}

std::vector<std::uint32_t> sorted_visits(const RootSummary& root) {
  std::vector<std::uint32_t> visits;
  for (const RootMove& move : root.moves) visits.push_back(move.visits);
  std::sort(visits.rbegin(), visits.rend());
  return visits;
}

TEST(GumbelPool, ItsRootHasTheVisitsOfTheSchedule) {
  // 24 moves, 100 visits of 8 of them: 4 a move, then 8, then 17, and what is left over. The root's own visit
  // makes one more.
  const RootSummary root = search(Game(RuleSet()), {.visits = 101, .gumbel = GumbelRoot{.moves = 8}});
  std::vector<std::uint32_t> expected = {30, 30, 12, 12, 4, 4, 4, 4};
  expected.resize(24);
  EXPECT_EQ(sorted_visits(root), expected);
  EXPECT_EQ(root.visits, 101);
  ASSERT_TRUE(root.chosen);
  EXPECT_EQ(root.moves[*root.chosen].visits, 30U);
}

TEST(GumbelPool, PuctChoosesNoMove) { EXPECT_FALSE(search(Game(RuleSet()), {.visits = 20}).chosen); }

TEST(GumbelPool, NoiseIsDrawnFromTheSeedAndCanBeNone) {
  const auto chosen = [](std::uint64_t seed, float scale) {
    const RootSummary root = search(
        Game(RuleSet()), {.visits = 17, .noise_seed = seed, .gumbel = GumbelRoot{.noise_scale = scale}});
    return to_string(root.moves[*root.chosen].move);
  };
  std::vector<std::string> quiet, noisy;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    quiet.push_back(chosen(seed, 0));
    noisy.push_back(chosen(seed, 20));
    EXPECT_EQ(noisy.back(), chosen(seed, 20));
  }
  EXPECT_EQ(std::count(quiet.begin(), quiet.end(), quiet.front()), 10);
  EXPECT_LT(std::count(noisy.begin(), noisy.end(), noisy.front()), 10);
}

// Likes to be near the enemy's den, and sees nothing that is forced.
class NearnessEvaluator final : public Evaluator {
 public:
  void evaluate(std::span<const EvalRequest> requests, std::span<EvalResult> results) override {
    for (std::size_t i = 0; i < requests.size(); ++i) {
      const Position& position = *requests[i].position;
      const Side us = position.side_to_move();
      const float lead = 0.1F * static_cast<float>(way_to_go(position, !us) - way_to_go(position, us));
      const float value = std::clamp(lead, -0.8F, 0.8F);
      results[i].wdl_for_side_to_move = {(1 + value) / 2, 0, (1 - value) / 2};
      const auto moves = static_cast<std::size_t>(requests[i].legal_moves->size());
      std::fill_n(results[i].priors.begin(), moves, 1.0F / static_cast<float>(moves));
    }
  }
  int max_batch() const override { return 8; }
  std::uint64_t id() const override { return 79; }
  std::string description() const override { return "nearness"; }

 private:
  static int way_to_go(const Position& position, Side side) {
    const Square den = den_square(!side);
    int nearest = kSquares;
    for (const Animal animal : kAllAnimals) {
      const Bitboard at = position.animal(side, animal);
      if (at.empty()) continue;
      nearest = std::min(nearest,
                         std::abs(column(at.first()) - column(den)) + std::abs(row(at.first()) - row(den)));
    }
    return nearest;
  }
};

TEST(GumbelPool, SixteenVisitsFindAForcedDenEntry) {
  const Game game = test::game_from("7/7/3L3/7/6r/7/7/7/7 r 0 1");  // d7d8, whatever Blue does, and the den
  NearnessEvaluator evaluator;
  SearchPool pool(evaluator, {.memory_mb = 16}, 1);
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    pool.forget(0);
    const RootSummary root = search(pool, game, {.visits = 16, .noise_seed = seed, .gumbel = GumbelRoot{}});
    EXPECT_EQ(to_string(root.moves[*root.chosen].move), "d7d8");
    EXPECT_EQ(root.proven, 1) << "seed " << seed;
  }
}

TEST(GumbelPool, NeverPlaysAProvenLossWhileAnotherMoveIsOpen) {
  Rng rng({21});
  int lost_moves = 0;
  for (int i = 0; i < 300; ++i) {
    const Game game(RuleSet(), test::random_sparse_position(rng));
    if (!game.outcome().is_ongoing()) continue;
    const RootSummary root = search(
        game, {.visits = 40, .noise_seed = static_cast<std::uint64_t>(i), .gumbel = GumbelRoot{.moves = 4}});
    const auto lost = [](const RootMove& move) { return move.proven < 0; };
    lost_moves += static_cast<int>(std::count_if(root.moves.begin(), root.moves.end(), lost));
    const bool all_lost = std::all_of(root.moves.begin(), root.moves.end(), lost);
    EXPECT_EQ(lost(root.moves[*root.chosen]), all_lost);
    EXPECT_EQ(root.proven > 0, root.moves[*root.chosen].proven > 0);
  }
  EXPECT_GT(lost_moves, 100) << "the positions are of the kind that this is about";
}

TEST(GumbelPool, VisitsOfAReusedTreeComeOnTop) {
  test::HashEvaluator evaluator;
  SearchPool pool(evaluator, {.memory_mb = 16}, 1);
  Game game{RuleSet()};
  const PoolBudget budget{.visits = 65, .gumbel = GumbelRoot{.moves = 4}};
  const RootSummary first = search(pool, game, budget);
  const RootMove played = first.moves[*first.chosen];
  game.play(played.move);
  EXPECT_EQ(search(pool, game, budget).visits, static_cast<int>(played.visits) + 64);
}

TEST(GumbelPool, AGameIsSearchedAlikeAloneAndAmongOthers) {
  Rng rng({3});
  const auto positions = test::random_game_positions(RuleSet(), 8, rng);
  const auto budget_of = [](std::size_t game) {
    return PoolBudget{.visits = 30 + static_cast<int>(game), .noise_seed = game, .gumbel = GumbelRoot{}};
  };
  test::HashEvaluator evaluator;
  SearchPool together(evaluator, {.memory_mb = 64}, 8);
  for (int slot = 0; slot < 8; ++slot) {
    const auto game = static_cast<std::size_t>(slot);
    together.start(slot, Game(RuleSet(), positions[game]), budget_of(game));
  }
  for (int left = 8; left > 0;) left -= static_cast<int>(together.step().size());
  for (int slot = 0; slot < 8; ++slot) {
    const auto game = static_cast<std::size_t>(slot);
    const RootSummary alone = search(Game(RuleSet(), positions[game]), budget_of(game));
    EXPECT_EQ(together.result(slot).chosen, alone.chosen);
    for (std::size_t i = 0; i < alone.moves.size(); ++i)
      EXPECT_EQ(together.result(slot).moves[i].visits, alone.moves[i].visits);
  }
}

TEST(GumbelPool, EndsWhateverThePriorsAre) {
  const test::Watchdog watchdog;
  test::NotANumber evaluator;
  SearchPool pool(evaluator, {.memory_mb = 16}, 1);
  EXPECT_EQ(search(pool, Game{RuleSet()}, {.visits = 50, .gumbel = GumbelRoot{}}).visits, 50);
}

}  // namespace
}  // namespace jungle
