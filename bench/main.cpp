// jungle_bench: Google Benchmark's command line over all suites. `--help` lists its options.

#include <benchmark/benchmark.h>

#include "app/version.hpp"
#include "bench/suites.hpp"

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::AddCustomContext("commit", jungle::build_commit());
  benchmark::AddCustomContext("compiler", jungle::build_compiler());
  benchmark::AddCustomContext("target", jungle::build_target());
  jungle::bench::register_board_benchmarks();
  jungle::bench::register_perft_benchmarks();
  jungle::bench::register_inference_benchmarks();
  jungle::bench::register_mcts_benchmarks();
  jungle::bench::register_mcts_ratio_benchmarks();
  jungle::bench::register_mcts_tree_benchmarks();
  jungle::bench::register_alphabeta_benchmarks();
  jungle::bench::register_data_benchmarks();
  jungle::bench::register_tablebase_benchmarks();
#ifdef JUNGLE_WITH_TORCH
  jungle::bench::register_train_benchmarks();
#endif
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
