#include "selfplay/rating/sprt.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "core/util/random.hpp"

namespace jungle {
namespace {

constexpr EloModel kLogistic = EloModel::kLogistic;
constexpr EloModel kNormalised = EloModel::kNormalised;

struct PairExample {
  const char* source;
  PairCounts pairs;
  double elo0, elo1;
  EloModel model;
  double llr;
};

// Results of fishtest as quoted in pull requests of official-stockfish/Stockfish ({} are bounds in logistic,
// <> in normalised Elo) and of official-monty/Monty, of OpenBench in pull requests of engines, of fastchess
// in a log; and the expected values in the tests of fastchess (app/tests/sprt_test.cpp). All print two
// decimals.
const std::vector<PairExample> kPairExamples = {
    {"Stockfish 2493, STC", {424, 2948, 5832, 3045, 460}, -1, 3, kLogistic, 2.94},
    {"Stockfish 2493, LTC", {1284, 17437, 55536, 18085, 1292}, 0, 2, kLogistic, 2.94},
    {"Stockfish 3209, STC", {253, 4282, 17604, 4431, 286}, -0.25, 1.25, kLogistic, 2.94},
    {"Stockfish 3209, LTC", {58, 3302, 33130, 3518, 84}, 0.25, 1.25, kLogistic, 2.97},
    {"Stockfish 3098, STC", {491, 7345, 29693, 7670, 465}, -0.25, 1.25, kLogistic, 2.96},
    {"fastchess, logistic pentanomial 1", {223, 9863, 21279, 10037, 246}, 0.5, 2.5, kLogistic, -3.07},
    {"fastchess, logistic pentanomial 2", {871, 26175, 55983, 26678, 821}, 0, 2, kLogistic, -4.98},
    {"Stockfish 5502, STC", {207, 7132, 15665, 7469, 215}, 0, 2, kNormalised, 2.93},
    {"Stockfish 5502, LTC", {64, 11092, 27581, 11514, 80}, 0.5, 2.5, kNormalised, 2.94},
    {"Stockfish 5987, VLTC", {11, 11844, 35309, 11957, 12}, -1.75, 0.25, kNormalised, 2.94},
    {"Monty 66, STC", {434, 4052, 8304, 4206, 492}, 0, 4, kNormalised, 3.00},
    {"Monty 23, STC", {81, 563, 1163, 687, 114}, 0, 4, kNormalised, 3.16},
    {"Avalanche 57, OpenBench", {15, 232, 581, 370, 51}, 0, 3, kNormalised, 3.00},
    {"Lizard 68, OpenBench", {126, 3369, 7449, 3572, 147}, 0, 3, kNormalised, 2.95},
    {"fastchess, normalized pentanomial 1", {365, 16618, 36229, 16974, 390}, 0, 2, kNormalised, 2.25},
    {"fastchess, normalized pentanomial 2", {127, 4883, 10712, 5150, 104}, -1.75, 0.25, kNormalised, 3.01},
};

TEST(Sprt, AgreesWithPublishedPentanomialExamples) {
  for (const PairExample& example : kPairExamples) {
    const SprtTest test{.elo0 = example.elo0, .elo1 = example.elo1, .model = example.model};
    EXPECT_NEAR(log_likelihood_ratio(example.pairs, test), example.llr, 0.0055) << example.source;
  }
}

// fastchess, app/tests/sprt_test.cpp: "normalized trinomial" 1 and 2, "logistic trinomial" 1 and 2.
TEST(Sprt, AgreesWithPublishedTrinomialExamples) {
  using Example = std::tuple<GameCounts, double, double, EloModel, double>;
  const Example examples[] = {{{36027, 68692, 36433}, 0, 2, kNormalised, 0.92},
                              {{10650, 20431, 10871}, -1.75, 0.25, kNormalised, 2.30},
                              {{21184, 40708, 21404}, 0.5, 2.5, kLogistic, -1.57},
                              {{57030, 106593, 57433}, 0, 2, kLogistic, -2.59}};
  for (const auto& [games, elo0, elo1, model, llr] : examples)
    EXPECT_NEAR(log_likelihood_ratio(games, {.elo0 = elo0, .elo1 = elo1, .model = model}), llr, 0.0055);
}

// The bounds that fishtest, fastchess and OpenBench print beside every result with alpha = beta = 0.05; and
// those of alpha = beta = 0.01.
TEST(Sprt, BoundsAreWalds) {
  EXPECT_NEAR(sprt_lower_bound({}), -2.94, 0.005);
  EXPECT_NEAR(sprt_upper_bound({}), 2.94, 0.005);
  EXPECT_NEAR(sprt_upper_bound({.alpha = 0.01, .beta = 0.01}), 4.60, 0.005);
  EXPECT_EQ(decide(2.95, {}), SprtDecision::kH1);
  EXPECT_EQ(decide(2.94, {}), SprtDecision::kUndecided);
  EXPECT_EQ(decide(-2.94, {}), SprtDecision::kUndecided);
  EXPECT_EQ(decide(-2.95, {}), SprtDecision::kH0);
}

// With equal numbers of wins and losses no hypothesis that lies symmetrically is favoured.
TEST(Sprt, EvenResultsSayNothingBetweenSymmetricHypotheses) {
  for (const EloModel model : {kLogistic, kNormalised}) {
    const SprtTest test{.elo0 = -10, .elo1 = 10, .model = model};
    EXPECT_NEAR(log_likelihood_ratio(PairCounts{7, 20, 31, 20, 7}, test), 0, 1e-9);
    EXPECT_NEAR(log_likelihood_ratio(GameCounts{40, 90, 40}, test), 0, 1e-9);
    EXPECT_NEAR(log_likelihood_ratio(PairCounts{0, 0, 50, 0, 0}, test), 0, 1e-9);
  }
}

TEST(Sprt, WithoutResultsNothingIsSaid) {
  EXPECT_EQ(log_likelihood_ratio(PairCounts{}, {}), 0);
  EXPECT_EQ(log_likelihood_ratio(GameCounts{}, {.model = kNormalised}), 0);
}

// One-sided and scarce results, hypotheses far apart: always a number, and of the right sign.
TEST(Sprt, ExtremeResultsGiveFiniteRatiosOfTheRightSign) {
  for (const EloModel model : {kLogistic, kNormalised}) {
    for (const std::int64_t n : {1, 10, 1000, 1000000}) {
      const SprtTest test{.elo0 = -kMaxSprtElo, .elo1 = kMaxSprtElo, .model = model};
      const double won = log_likelihood_ratio(PairCounts{0, 0, 0, 0, n}, test);
      const double lost = log_likelihood_ratio(PairCounts{n, 0, 0, 0, 0}, test);
      EXPECT_GT(won, 0);
      EXPECT_NEAR(won, -lost, 1e-6 * won);
      const double both =
          log_likelihood_ratio(PairCounts{n, 0, 0, 0, n}, {.elo0 = 0, .elo1 = 300, .model = model});
      EXPECT_LT(both, 0);
      EXPECT_TRUE(std::isfinite(both));
    }
  }
}

// The limit of many equal observations with a small difference: LLR -> n (t1 - t0)(2 t - t0 - t1) / 2 for
// ratios t of mean to deviation (Van den Bergh, "Comments on Normalized Elo", formula of the Brownian
// motion).
TEST(Sprt, NormalisedRatioAgreesWithItsAsymptoticForm) {
  const PairCounts pairs = {1000, 9000, 20000, 9500, 1100};
  const double pairs_played = 40600;
  const double elo = normalised_elo(pairs).elo;
  const double scale = kNormalisedEloScale / std::sqrt(2.0);  // of pairs
  const double expected = pairs_played * (2 / scale) * (2 * elo - 2) / scale / 2;
  EXPECT_NEAR(log_likelihood_ratio(pairs, {.elo0 = 0, .elo1 = 2, .model = kNormalised}), expected,
              0.01 * std::abs(expected));
}

TEST(Sprt, BadHypothesesAreRefused) {
  EXPECT_TRUE(check_sprt({}));
  EXPECT_EQ(check_sprt({.elo0 = 5, .elo1 = 5}).error(), "elo0 has to be less than elo1");
  EXPECT_FALSE(check_sprt({.elo0 = 0, .elo1 = 301}));
  EXPECT_FALSE(check_sprt({.elo0 = std::nan(""), .elo1 = 3}));
  EXPECT_FALSE(check_sprt({.alpha = 0}));
  EXPECT_FALSE(check_sprt({.beta = 0.5}));
}

// How often the test errs where one of the hypotheses is exactly true: 500 matches a case leave a standard
// error of one per cent. Both error chances are 5 %.
TEST(Sprt, ErrsAboutAsOftenAsItSays) {
  const std::array<double, 5> even = {0.1, 0.2, 0.4, 0.2, 0.1};
  const double elo1 = 40;
  // As much mass goes from 0 points to 2 as from 1/2 to 3/2; the first is worth 1 in mean score, the other
  // 1/2.
  const double moved = (score_of_elo(elo1) - 0.5) / 1.5;
  std::array<double, 5> better = even;
  better[0] -= moved, better[4] += moved;
  better[1] -= moved, better[3] += moved;
  double score = 0;
  for (std::size_t k = 0; k < 5; ++k) score += better[k] * static_cast<double>(k) / 4;
  ASSERT_NEAR(elo_of_score(score), elo1, 1e-9);

  Rng rng({2026, 4});
  const SprtTest test{.elo0 = 0, .elo1 = elo1};
  for (const auto& [chances, truth] :
       {std::pair(even, SprtDecision::kH0), std::pair(better, SprtDecision::kH1)}) {
    constexpr int kMatches = 500;
    int wrong = 0;
    for (int match = 0; match < kMatches; ++match) {
      PairCounts pairs{};
      SprtDecision decision = SprtDecision::kUndecided;
      while (decision == SprtDecision::kUndecided) {
        double left = rng.uniform();
        std::size_t k = 0;
        while (k < 4 && left >= chances[k]) left -= chances[k++];
        ++pairs[k];
        decision = decide(log_likelihood_ratio(pairs, test), test);
      }
      wrong += decision == truth ? 0 : 1;
    }
    EXPECT_GE(wrong, kMatches * 2 / 100);
    EXPECT_LE(wrong, kMatches * 8 / 100);
  }
}

}  // namespace
}  // namespace jungle
