#pragma once
// What one run of `jungle bench` found, as values, and as the JSON document that docs/formats.md describes.
//
//   write_file_atomically(path, to_json(report).dump(2) + "\n");
//   Result<Report> stored = parse_report(text, path);
//
// Thread rule: values and pure functions.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "bench/measure/rounds.hpp"
#include "core/util/result.hpp"

namespace jungle::bench {

inline constexpr int kReportVersion = 1;

// Where and by what it was measured.
struct RunFacts {
  std::string date;  // "2026-11-30T09:00:00Z"
  std::string program;
  std::string commit;
  std::string compiler;
  std::string target;     // the instruction set it was built for
  std::string cpu;        // as the processor calls itself
  int cores = 1;          // that this process may use
  std::string evaluator;  // form, precision, instruction set in force, net
  std::string torch;      // LibTorch's version; empty: not built, or no row asked for it
  std::string net;        // "c64b6, random weights", or a file
  int threads = 1;
  int seconds = 0;  // asked for
};

// One thing measured. A figure that could not be had is absent and `note` says why.
struct Row {
  std::string part = {};  // that measured it: "inference"
  std::string name = {};  // unique in a report: "inference.64"
  std::string what =
      {};  // is counted, with every setting that matters: two rows with one text are comparable
  std::string against = {};  // the naive form; empty when there is none
  std::string unit = {};     // of both figures: "positions/s"
  std::optional<double> ours = {};
  std::optional<double> naive = {};
  std::optional<double> ratio = {};   // ours over naive; higher is better
  std::optional<double> spread = {};  // of the rounds' ratios, if several: (highest - lowest) / median
  int rounds = 0;
  std::string note = {};
};

// The row with its figures.
Row with_rates(Row row, const Rates& rates);

struct Report {
  RunFacts facts;
  std::vector<Row> rows;

  const Row* find(std::string_view name) const;  // null: no such row
};

nlohmann::ordered_json to_json(const Report& report);

// Refuses, in a line that begins with `name`, what is not such a document or of another version.
Result<Report> parse_report(std::string_view text, std::string_view name);

}  // namespace jungle::bench
