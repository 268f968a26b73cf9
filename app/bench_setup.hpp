#pragma once
// What `jungle bench` and `jungle bench tune` measure with, opened from their options; and what a report says
// of the machine.

#include <memory>
#include <string>

#include <CLI/CLI.hpp>

#include "bench/measure/report.hpp"
#include "bench/measure/setup.hpp"
#include "core/util/result.hpp"

namespace jungle {

// --net of both: read it with open_bench_net() when the command runs.
CLI::Option* add_bench_net_option(CLI::App& command, std::string& text);

struct BenchNet {
  std::shared_ptr<const Model> model = nullptr;
  bool trained = false;
  std::string text = {};  // "c64b6, random weights", or the file
};
// `net` is a size such as "c64b6", for random weights, or a path as --net takes it elsewhere. Refuses what
// would not fit in memory, too.
Result<BenchNet> open_bench_net(const std::string& net, int threads);

bench::MeasureSetup bench_setup(const BenchNet& net, int threads);

// With the date of now. LibTorch is opened for its version only when asked for: that takes half a second.
bench::RunFacts bench_facts(const BenchNet& net, const bench::MeasureSetup& setup, int seconds,
                            bool with_torch);

}  // namespace jungle
