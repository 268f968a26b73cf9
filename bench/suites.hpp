#pragma once
// Every suite of jungle_bench, in the order of its output. A suite is one file that registers its benchmarks:
//
//   jungle_bench --benchmark_filter=^inference/ --benchmark_format=json
//
// Names are suite/what/settings. items_per_second is what the suite counts: moves, leaves, positions, visits,
// nodes, samples. No figure is worth much alone on a shared machine: compare figures of one run, better still
// with --benchmark_enable_random_interleaving=true --benchmark_repetitions=9.

namespace jungle::bench {

void register_board_benchmarks();       // move generation, copy-make, a game
void register_perft_benchmarks();       // leaves, and the reference generator's beside them
void register_inference_benchmarks();   // encoding; nets by backend, precision and batch
void register_mcts_benchmarks();        // tree and pool, without and with a net
void register_mcts_ratio_benchmarks();  // the tree over its textbook form, two threads over one
void register_mcts_tree_benchmarks();   // trees of 10^4 to 10^7 visits: memory, allocations
void register_alphabeta_benchmarks();
void register_data_benchmarks();       // shards and batches
void register_tablebase_benchmarks();  // solving endings, probing tables
void register_train_benchmarks();      // in builds with LibTorch

}  // namespace jungle::bench
