#include "bench/measure/parts.hpp"

namespace jungle::bench {
namespace {

constexpr Part kParts[] = {
    {.name = "perft", .share = 0.05, .measure = measure_perft},
    {.name = "alphabeta", .share = 0.08, .measure = measure_alphabeta},
    {.name = "mcts", .share = 0.14, .measure = measure_mcts},
    {.name = "memory", .share = 0.08, .measure = measure_memory},
    {.name = "inference", .share = 0.18, .uses_torch = true, .measure = measure_inference},
    {.name = "precision", .share = 0.07, .uses_torch = true, .measure = measure_precision},
    {.name = "search", .share = 0.12, .measure = measure_search},
    {.name = "selfplay", .share = 0.10, .measure = measure_selfplay},
    {.name = "training", .share = 0.12, .uses_torch = true, .measure = measure_training},
    {.name = "contention", .share = 0.06, .measure = measure_contention},
};

}  // namespace

std::span<const Part> parts() { return kParts; }

const Part* find_part(std::string_view name) {
  for (const Part& part : kParts) {
    if (part.name == name) return &part;
  }
  return nullptr;
}

}  // namespace jungle::bench
