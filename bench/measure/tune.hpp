#pragma once
// Which threads and batches serve this machine: a small grid of settings measured in turns, for self-play and
// for a search on one tree.
//
//   Result<Tuning> tuning = tune(setup, 60.0);
//   tuning->self_play.best.batch   // selfplay.slots
//
// A larger batch is more positions at once per thread, so memory and, in a search, staler choices: of
// settings that are about equally fast the one with the smallest batch is best. Thread rule: hostile.

#include <vector>

#include "bench/measure/setup.hpp"
#include "core/util/result.hpp"

namespace jungle::bench {

struct TuneCell {
  int threads = 1;
  int batch = 1;    // self-play: games a thread plays side by side; search: leaves a thread gathers
  double rate = 0;  // self-play: evaluations a second; search: visits a second; the median of the rounds
};

struct TuneTable {
  std::vector<TuneCell> cells;
  TuneCell best;
};

struct Tuning {
  TuneTable self_play;
  TuneTable search;
};

// Tries one thread, half of setup.threads, and setup.threads. Refuses with the reason when nets can't be
// evaluated here.
Result<Tuning> tune(const MeasureSetup& setup, double seconds);

// Of the cells within a few percent of the fastest, the one with the smallest batch, then with the fewest
// threads. Precondition: not empty.
TuneCell best_of(const std::vector<TuneCell>& cells);

}  // namespace jungle::bench
