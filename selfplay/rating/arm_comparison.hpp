#pragma once
// Which of two ways of training makes the stronger nets? Each way (an arm of an experiment) has trained
// several nets that differ in nothing but the seed, and all nets have played in one pool.
//
//   const PoolFit fit = fit_pool({.players = 6}, games);
//   const ArmDifference difference = compare_arms(fit, {0, 1, 2}, {3, 4, 5});   // of b over a
//
// The difference is that of the mean ratings. Its error has two parts: games are few, and another seed would
// have made another net. The spread of the nets of an arm holds both (Welch's test: unequal variances, and a
// t-distribution, since three seeds tell a variance badly); what the games alone leave open is a bound from
// below. With one net an arm nothing is known about seeds, and `seeds_counted` is false.
//
// Thread rule: pure functions.

#include <span>

#include "selfplay/rating/pool_fit.hpp"

namespace jungle {

struct ArmDifference {
  double elo = 0;  // of the second arm over the first
  double low = 0;  // 95 %
  double high = 0;
  double games_margin = 0;     // half of the interval that the games alone leave
  bool seeds_counted = false;  // whether [low, high] is for other seeds too
};

// The players of each arm, by their place in the fit. Precondition: neither is empty.
ArmDifference compare_arms(const PoolFit& fit, std::span<const int> first, std::span<const int> second);

// The 97.5 % point of Student's t-distribution; the normal one's for many degrees of freedom. Precondition:
// degrees >= 1.
double student_t_975(double degrees);

}  // namespace jungle
