#pragma once
// Ratings of a pool of players, fitted to all of their games at once.
//
//   const PoolFit fit = fit_pool({.players = 3, .anchor = 0}, games);
//   fit.ratings[2].elo;   // relative to player 0
//
// The model is Davidson's (selfplay/rating/davidson.hpp). Elo are scaled so that near equality a point is
// worth what it is worth in elo_of_score(), however many games are drawn (as BayesElo does): strengths times
// 800 / ln 10 / (2 + nu).
//
// Intervals have a level of 95 % and are relative to the anchor, whose rating is given. They come from the
// sandwich of observed information and scores summed over pairs (Huber 1967; Liang and Zeger 1986): the two
// games of an opening are not independent, and only pairs are counted as if they were. Where few pairs were
// played, what the model expects of them by itself is added, so that a handful of like results gives no
// certainty.
//
// Players that won or lost all their games against the rest have no finite maximum. A weak prior (the pool
// has a standard deviation of about 1000 Elo) keeps their ratings finite, and the end of the interval that
// games don't bound is infinite: the upper end for a player of whom no chain of results leads back to the
// anchor, each link a point or half a point against the one before (Ford 1957). Players without any chain to
// the anchor have both ends infinite.
//
// Thread rule: pure function.

#include <span>
#include <vector>

#include "selfplay/rating/davidson.hpp"
#include "selfplay/rating/symmetric_matrix.hpp"

namespace jungle {

struct PoolOptions {
  int players = 0;
  int anchor = 0;
  double anchor_elo = 0;
};

struct PoolRating {
  double elo = 0;
  double low = 0;   // may be -inf
  double high = 0;  // may be +inf
};

struct PoolFit {
  std::vector<PoolRating> ratings;  // by player
  PoolRating first_side;            // what moving first is worth
  double draws_between_equals = 0;  // chance of a draw between two equals
  bool connected = true;            // whether games connect all players, however won
  SymmetricMatrix covariance{0};    // of the ratings, Elo squared; 0 for the anchor

  SymmetricMatrix inverse_information{0};  // the same by the model alone, for planning: positive definite

  double variance_of_difference(int a, int b) const;
  // Information about the difference of these two that one more game between them brings, 1 / Elo squared.
  double information_of_game(int a, int b) const;

  double nu = 0;  // of the model
};

PoolFit fit_pool(const PoolOptions& options, std::span<const RatedGame> games);

}  // namespace jungle
