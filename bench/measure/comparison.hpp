#pragma once
// Two reports side by side: what changed since the stored one, and which ratios were lost.
// Thread rule: pure functions.

#include <optional>
#include <string>
#include <vector>

#include "bench/measure/report.hpp"

namespace jungle::bench {

// A row of both reports that measured the same thing. Changes are shares: 0.1 is a tenth more.
struct Change {
  std::string row = {};
  std::optional<double> ours = {};
  std::optional<double> ratio = {};
  bool lost = false;  // the ratio fell by more than was allowed
};

struct Comparison {
  std::vector<Change> changes;        // in the order of the rows
  std::vector<std::string> warnings;  // one line each: what can't be compared, or only with care

  bool any_lost() const;
  const Change* find(const std::string& row) const;  // null: not compared
};

// `allowed_loss` is a share of the stored ratio.
Comparison compare(const Report& now, const Report& stored, double allowed_loss);

nlohmann::ordered_json to_json(const Comparison& comparison);  // a list, an object a change

}  // namespace jungle::bench
