#pragma once
// Sequential probability ratio test (Wald 1945): play until the games say which of two hypotheses about the
// difference in strength holds, H0: "elo0" or H1: "elo1", and not longer.
//
//   const SprtTest test{.elo0 = 0, .elo1 = 20};
//   const double llr = log_likelihood_ratio(pair_counts, test);
//   if (decide(llr, test) == SprtDecision::kH1) ...     // at least elo1, wrong with chance alpha at elo0
//
// The generalised form for a multinomial (Van den Bergh, "The Generalized Maximum Likelihood Ratio for the
// Expectation Value of a Distribution", and "Comments on Normalized Elo", section 4): under each hypothesis
// the distribution of results is the one that fits best among those with the Elo in question; the rest of it
// is no one's to choose. Counts of pairs are the ones to take where an opening is played twice; counts of
// games treat the two as independent.
//
// Scores that did not occur count as 0.001, as on fishtest, so that a match won throughout has an answer.
//
// Thread rule: pure functions.

#include "core/util/result.hpp"
#include "selfplay/rating/elo.hpp"

namespace jungle {

enum class EloModel {
  kLogistic,   // elo0 and elo1 are what elo_of_score() gives
  kNormalised  // they are normalised_elo()
};

struct SprtTest {
  double elo0 = 0;
  double elo1 = 20;
  double alpha = 0.05;  // chance to accept H1 where elo0 is the truth
  double beta = 0.05;   // chance to accept H0 where elo1 is
  EloModel model = EloModel::kLogistic;
};

// elo0 < elo1, both within +-kMaxSprtElo; alpha and beta within (0, 0.5).
inline constexpr double kMaxSprtElo = 300;
Status check_sprt(const SprtTest& test);

// log of (likelihood under H1 / likelihood under H0). Precondition: check_sprt(). 0 without any result.
double log_likelihood_ratio(const PairCounts& pairs, const SprtTest& test);
double log_likelihood_ratio(const GameCounts& games, const SprtTest& test);

enum class SprtDecision { kUndecided, kH0, kH1 };

// Wald's bounds: H0 is accepted at log(beta / (1 - alpha)) and below, H1 at log((1 - beta) / alpha) and
// above.
double sprt_lower_bound(const SprtTest& test);
double sprt_upper_bound(const SprtTest& test);
SprtDecision decide(double llr, const SprtTest& test);

}  // namespace jungle
