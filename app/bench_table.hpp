#pragma once
// The report of `jungle bench` for people.

#include <string>

#include "bench/measure/comparison.hpp"
#include "bench/measure/report.hpp"

namespace jungle {

// "3.21 G", "16.9 k", "0.52": three digits.
std::string figure_text(double figure);

// What it ran on, a table of figures, then what each row is. With `comparison` (may be null) a column of
// changes.
std::string bench_text(const bench::Report& report, const bench::Comparison* comparison);

}  // namespace jungle
