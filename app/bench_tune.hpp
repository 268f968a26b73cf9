#pragma once
// jungle bench tune: which threads and batches serve this machine.

#include <functional>

#include <CLI/CLI.hpp>

namespace jungle {

// Adds the command below `bench`. Returns what runs it when it was given, and returns the exit code.
struct BenchTuneCommand {
  CLI::App* command;
  std::function<int()> run;
};
BenchTuneCommand add_bench_tune(CLI::App& bench);

}  // namespace jungle
