#pragma once
// Nets measured against perfect play: on a fixed sample for each number of animals, how often the net, alone
// and by a search, knows how the position ends, how far its value is off, and how often its move keeps what
// there is to keep.
//
// The table sets draw rules aside, and so does the truth here; the evaluator and the search are given the
// rules as they are, for a net has learned to read them. With clocks at 0 and no history the two hardly
// differ, but a win that takes longer than a no-capture limit is one in the table alone.
//
//   const auto report = measure_truth({.table = table, .rules = rules, .make_evaluator = ..., .threads = 2},
//                                     stop, [](const TruthProgress& state) { ... });
//   if (!report) return usage_error(report.error());
//
// Figures do not depend on the number of threads. Thread rule: pure, but for what the evaluators are.

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include "core/rules.hpp"
#include "core/util/result.hpp"
#include "search/endgame_table.hpp"
#include "search/evaluator.hpp"
#include "selfplay/truth/truth_figures.hpp"

namespace jungle {

struct TruthJob {
  const EndgameTable& table;
  RuleSet rules;  // of the table and the net
  // What one thread evaluates with. Called from the thread that calls measure_truth(); may throw.
  std::function<std::unique_ptr<Evaluator>(int max_batch)> make_evaluator;
  int positions = 1000;  // for each number of animals
  int visits = 100;      // of a search, at most kMostTruthVisits; 0: no search
  int threads = 1;
};

// Of the positions with one number of animals.
struct TruthGroup {
  int animals = 0;
  TruthBaseline baseline;
  TruthFigures raw;  // the net alone
  int visits = 0;    // of the search; 0: there was none
  std::optional<TruthFigures> search;
};

struct TruthReport {
  bool complete = false;           // false: stopped first
  std::vector<TruthGroup> groups;  // from 2 animals to as many as the table holds; none when stopped
};

struct TruthProgress {
  int positions = 0;  // done, of all numbers of animals
  int positions_planned = 0;
};

// `progress` is called from the calling thread, now and then. Refuses a table that does not know a position
// of the sample. Throws what an evaluator throws.
Result<TruthReport> measure_truth(const TruthJob& job, const std::stop_token& stop,
                                  const std::function<void(const TruthProgress&)>& progress);

}  // namespace jungle
