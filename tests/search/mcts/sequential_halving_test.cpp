#include "search/mcts/sequential_halving.hpp"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/plain_halving.hpp"

namespace jungle {
namespace {

std::vector<RootMove> moves_with_falling_priors(std::size_t count) {
  std::vector<RootMove> moves(count);
  float prior = 0.5F;
  for (RootMove& move : moves) move.prior = prior *= 0.9F;
  return moves;
}

void visit(RootMove& move, float value) {
  move.mean_value =
      (move.mean_value * static_cast<float>(move.visits) + value) / static_cast<float>(move.visits + 1);
  ++move.visits;
}

// Runs a halving in which move i is always worth values[i]; visits by move.
std::vector<std::uint32_t> visits_of(const GumbelRoot& params, int visits, std::vector<RootMove> moves,
                                     const std::vector<float>& values) {
  Rng rng({1});
  SequentialHalving halving;
  halving.start(params, visits, moves, 0, rng);
  while (halving.visits_left() > 0) {
    const std::size_t move = halving.next(moves);
    visit(moves[move], values[move]);
  }
  std::vector<std::uint32_t> counts;
  for (const RootMove& move : moves) counts.push_back(move.visits);
  return counts;
}

TEST(SequentialHalving, EachPhaseHasAnEqualShareAndTheLastWhatIsLeft) {
  // The paper's figures, 200 visits of 16 moves: 3, 6, 12 and 25 visits a move; the 6 that are left over go
  // to the last two.
  std::vector<float> values(20);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = -0.04F * static_cast<float>(i);
  const auto counts = visits_of({.moves = 16, .noise_scale = 0}, 200, moves_with_falling_priors(20), values);
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const std::uint32_t expected = i < 2    ? 3 + 6 + 12 + 28
                                   : i < 4  ? 3 + 6 + 12
                                   : i < 8  ? 3 + 6
                                   : i < 16 ? 3
                                            : 0;
    EXPECT_EQ(counts[i], expected) << i;
  }
}

TEST(SequentialHalving, FewVisitsTryAsManyMovesOnceEach) {
  const std::vector<float> values(20, 0.0F);
  const auto counts = visits_of({.moves = 16, .noise_scale = 0}, 5, moves_with_falling_priors(20), values);
  for (std::size_t i = 0; i < counts.size(); ++i) EXPECT_EQ(counts[i], i < 5 ? 1U : 0U) << i;
}

TEST(SequentialHalving, MatchesItsPlainForm) {
  Rng rng({7});
  for (int round = 0; round < 400; ++round) {
    std::vector<RootMove> moves(1 + rng.below(30));
    for (RootMove& move : moves) {
      move.prior = static_cast<float>(0.001 + rng.uniform());
      if (rng.below(4) == 0) visit(move, static_cast<float>(rng.uniform() - 0.5));  // from a reused tree
      if (rng.below(8) == 0) move.proven = -1;
    }
    const auto safe = static_cast<std::size_t>(rng.below(moves.size()));  // never lost
    moves[safe].proven = 0;
    const GumbelRoot params{.moves = 1 + static_cast<int>(rng.below(20)),
                            .noise_scale = round % 3 == 0 ? 0.0F : 1.0F,
                            .value_scale = static_cast<float>(rng.below(3)) * 10};
    const int visits = 1 + static_cast<int>(rng.below(120));
    const double raw = rng.uniform() - 0.5;
    const auto value_of = [&](std::vector<RootMove>& all, std::size_t i) {
      Rng own({static_cast<std::uint64_t>(round), i, all[i].visits});
      visit(all[i], static_cast<float>(own.uniform() * 2 - 1));
      if (i != safe && own.below(12) == 0) {
        all[i].proven = -1;
        all[i].mean_value = -1;
      }
    };

    test::PlainHalving plain{params.moves, visits, static_cast<double>(params.value_scale), raw, {}};
    Rng noise({8, static_cast<std::uint64_t>(round)}), same_noise = noise;
    for (std::size_t i = 0; i < moves.size(); ++i)
      plain.noise.push_back(static_cast<double>(params.noise_scale) * same_noise.gumbel());
    std::vector<std::size_t> expected;
    std::vector<RootMove> plain_moves = moves;
    const std::size_t expected_choice = plain.run(plain_moves, [&](std::size_t i) {
      expected.push_back(i);
      value_of(plain_moves, i);
    });

    SequentialHalving halving;
    halving.start(params, visits, moves, raw, noise);
    std::vector<std::size_t> visited;
    while (halving.visits_left() > 0) {
      visited.push_back(halving.next(moves));
      value_of(moves, visited.back());
    }
    ASSERT_EQ(visited, expected) << round;
    ASSERT_EQ(halving.choice(moves), expected_choice) << round;
  }
}

TEST(SequentialHalving, WithoutValuesTheNoiseDrawsFromThePrior) {
  const std::vector<float> priors = {0.5F, 0.3F, 0.15F, 0.05F};
  std::vector<RootMove> moves(priors.size());
  for (std::size_t i = 0; i < priors.size(); ++i) moves[i].prior = priors[i];
  constexpr int kDraws = 20000;
  std::vector<int> chosen(priors.size());
  Rng rng({3});
  SequentialHalving halving;
  for (int draw = 0; draw < kDraws; ++draw) {
    halving.start({.moves = 4}, 1, moves, 0.3, rng);
    ++chosen[halving.choice(moves)];
  }
  for (std::size_t i = 0; i < priors.size(); ++i)
    EXPECT_NEAR(chosen[i] / double{kDraws}, static_cast<double>(priors[i]), 0.015) << i;
}

TEST(SequentialHalving, AMoveFoundWellWorthIsChosenOverALikelierOne) {
  std::vector<RootMove> moves = moves_with_falling_priors(6);
  Rng rng({4});
  SequentialHalving halving;
  halving.start({.moves = 6, .noise_scale = 0}, 30, moves, 0, rng);
  while (halving.visits_left() > 0) {
    const std::size_t move = halving.next(moves);
    visit(moves[move], move == 5 ? 0.8F : -0.2F);
  }
  EXPECT_EQ(halving.choice(moves), 5U);
}

TEST(SequentialHalving, WhenAllConsideredAreLostTheOthersGetTheVisitsLeft) {
  std::vector<RootMove> moves = moves_with_falling_priors(6);
  Rng rng({5});
  SequentialHalving halving;
  halving.start({.moves = 2, .noise_scale = 0}, 10, moves, 0, rng);
  while (halving.visits_left() > 0) {
    const std::size_t move = halving.next(moves);
    EXPECT_EQ(moves[move].proven, 0) << "a lost move needs no visit";
    visit(moves[move], 0);
    if (move < 3) moves[move].proven = -1;
  }
  EXPECT_GE(halving.choice(moves), 3U);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(moves[i].visits, 1U);
}

TEST(SequentialHalving, APlayedMoveIsNeverLostUnlessAllAreAndThenTheLongest) {
  std::vector<RootMove> moves = moves_with_falling_priors(4);
  Rng rng({6});
  SequentialHalving halving;
  halving.start({.moves = 2, .noise_scale = 0}, 2, moves, 0, rng);
  halving.next(moves);
  halving.next(moves);
  for (const std::size_t lost : {0, 1, 2}) {
    moves[lost].proven = -1;
    moves[lost].plies_to_end = lost == 1 ? 8 : 4;
  }
  EXPECT_EQ(halving.choice(moves), 3U) << "not even looked at, but not lost";
  moves[3].proven = -1;
  moves[3].plies_to_end = 2;
  EXPECT_EQ(halving.choice(moves), 1U);
  moves[2].proven = 1;
  EXPECT_EQ(halving.choice(moves), 2U);
}

TEST(SequentialHalving, AllLostStillSpendsTheVisits) {
  std::vector<RootMove> moves = moves_with_falling_priors(3);
  for (RootMove& move : moves) move.proven = -1;
  Rng rng({9});
  SequentialHalving halving;
  halving.start({.moves = 3}, 12, moves, 0, rng);
  for (int i = 0; i < 12; ++i) EXPECT_LT(halving.next(moves), 3U);
  EXPECT_EQ(halving.visits_left(), 0);
}

}  // namespace
}  // namespace jungle
