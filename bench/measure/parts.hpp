#pragma once
// The parts of `jungle bench`, a file each. A part measures something beside its naive form, in turns, and
// makes a row or some; what this build or machine lacks makes a row that says so.
//
//   for (const Part& part : parts()) append(rows, part.measure(setup, part.share * seconds));
//
// A part takes about the seconds it is given, more when one round lasts longer; with few of them it measures
// smaller things, and its rows say so. Throws what a broken environment throws. Thread rule: hostile.

#include <span>
#include <string_view>
#include <vector>

#include "bench/measure/report.hpp"
#include "bench/measure/setup.hpp"

namespace jungle::bench {

std::vector<Row> measure_perft(const MeasureSetup& setup, double seconds);
std::vector<Row> measure_alphabeta(const MeasureSetup& setup, double seconds);
std::vector<Row> measure_mcts(const MeasureSetup& setup, double seconds);
std::vector<Row> measure_memory(const MeasureSetup& setup, double seconds);
std::vector<Row> measure_inference(const MeasureSetup& setup, double seconds);
std::vector<Row> measure_precision(const MeasureSetup& setup, double seconds);
std::vector<Row> measure_search(const MeasureSetup& setup, double seconds);
std::vector<Row> measure_selfplay(const MeasureSetup& setup, double seconds);
std::vector<Row> measure_training(const MeasureSetup& setup, double seconds);
std::vector<Row> measure_contention(const MeasureSetup& setup, double seconds);

struct Part {
  std::string_view name;
  double share = 0;         // of the time of a whole run
  bool uses_torch = false;  // LibTorch is its naive form
  std::vector<Row> (*measure)(const MeasureSetup& setup, double seconds);
};

std::span<const Part> parts();
const Part* find_part(std::string_view name);  // null: no such part

}  // namespace jungle::bench
