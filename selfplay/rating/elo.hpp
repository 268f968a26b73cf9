#pragma once
// What a match says about the difference in strength.
//
// The unit is the pair: one opening played twice with sides swapped. The two games of a pair are correlated,
// and often in opposite directions, so treating games as independent misjudges the error; the pentanomial
// counts of pairs don't.
//
//   const Estimate estimate = estimate_score({0, 0, 2, 1, 47});
//   elo_of_score(estimate.score);  // +636, in [+451, +884]
//
// Thread rule: pure functions.

#include <array>
#include <cstdint>

namespace jungle {

// Pairs by the points the first player made in them: 0, 1/2, 1, 3/2, 2.
using PairCounts = std::array<std::int64_t, 5>;

// Games by their result for the first player: lost, drawn, won.
using GameCounts = std::array<std::int64_t, 3>;

std::int64_t total_pairs(const PairCounts& pairs);

// The logistic model of chess ratings (Elo 1978): score = 1 / (1 + 10^(-elo / 400)). -inf and +inf at scores
// 0 and 1.
double elo_of_score(double score);
double score_of_elo(double elo);

// Normalised Elo (Van den Bergh, "Comments on Normalized Elo"): how far the mean score lies from 1/2, in
// standard deviations of a game's score, times 800 / ln 10. Equal values take equally many games to tell from
// 0, however many of them are drawn; between nearly equal players without draws it is the logistic Elo.
// The standard deviation of a game is sqrt(2) times that of the mean score of a pair.
inline constexpr double kNormalisedEloScale = 347.43558552260146;
struct NormalisedElo {
  double elo = 0;
  double margin = 0;  // 95 %, by the normal approximation; both are 0 when all scores are equal
};
NormalisedElo normalised_elo(const PairCounts& pairs);
NormalisedElo normalised_elo(const GameCounts& games);

struct Estimate {
  double score = 0.5;  // per game, in [0, 1]
  double low = 0;      // 95 % confidence interval of the score
  double high = 1;
};

// The interval is by profile likelihood: it holds each mean that the counts, as draws from a multinomial with
// that mean, do not reject at 5 % (Wilks 1938; Owen 1988 for the form). For large balanced matches it agrees
// with the normal interval that fishtest, fastchess and OpenBench print; unlike that one it stays between 0
// and 1 and keeps its width when all pairs end alike: 100 pairs won give [0.981, 1]. Without any pair the
// score is 0.5 and the interval everything.
Estimate estimate_score(const PairCounts& pairs);

}  // namespace jungle
