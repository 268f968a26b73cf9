#pragma once
// How near answers come to the truth, over many positions. Thread rule: values.

#include <cstdint>

#include "core/util/interval.hpp"
#include "selfplay/truth/truth_question.hpp"

namespace jungle {

struct Share {
  std::int64_t hits = 0;
  std::int64_t of = 0;

  void add(bool hit) {
    ++of;
    if (hit) ++hits;
  }
  double value() const { return of > 0 ? static_cast<double>(hits) / static_cast<double>(of) : 0; }
  Interval interval() const { return wilson_interval(hits, of); }
};

// Of one who answers.
struct TruthFigures {
  Share right;  // the likeliest of win, draw and loss is the true one; a tie is a draw, if it has part in it
  RunningMean value_error;  // |win - loss - v|, v = 1, 0, -1: from 0 to 2
  Share kept;               // the chosen move keeps the result of best play
  RunningMean plies_lost;   // of moves that keep a win: how many plies later than by the best one

  void add(const TruthQuestion& question, const TruthAnswer& answer);
};

// Of the questions themselves, with what one who moves at random would reach.
struct TruthBaseline {
  std::int64_t positions = 0;
  std::int64_t won = 0;  // by the side to move
  std::int64_t drawn = 0;
  std::int64_t lost = 0;
  RunningMean random_kept;  // share of the legal moves that keep the result

  void add(const TruthQuestion& question);
};

}  // namespace jungle
