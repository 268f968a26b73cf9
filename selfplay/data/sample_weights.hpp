#pragma once
// How much each sample of a game counts in training.
//
//   for (float weight : sample_weights(record, {.repetition_draw = 0.5, .surprise = 0.5})) ...
//
// Pure functions; thread rule: safe.

#include <vector>

#include "selfplay/data/game_record.hpp"

namespace jungle {

struct SampleWeighting {
  double length_draw = 1;      // of samples from games drawn by length, in [0, 1]
  double repetition_draw = 1;  // of samples from games drawn by repetition, likewise
  double surprise = 0;  // share of a game's weight dealt out by the surprise of its searches, in [0, 1]
};

// Kullback-Leibler divergence of the policy target from the net's own priors, in nats, at least 0: how much
// the search taught. Precondition: a full search.
double surprise(const SearchRecord& search);

// Of each full search of a game that is over, in their order. Their mean is 1, or what a draw says. Of n
// samples with surprises s each counts
//
//   mean * (1 - share + share * n * s / sum of s)
//
// and all the same where nothing surprised, and in a teacher's game, which has no priors of the net (Wu,
// KataGo's "policy surprise weighting", docs/KataGoMethods.md in its repository).
std::vector<float> sample_weights(const GameRecord& record, const SampleWeighting& weighting);

}  // namespace jungle
