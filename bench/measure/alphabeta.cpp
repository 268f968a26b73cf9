// Alpha-beta's nodes a second, over a walk that looks at every node and cuts nothing; and the time of a
// search from the start position, where programs are usually compared.

#include <fmt/format.h>

#include "bench/measure/parts.hpp"
#include "bench/measure/positions.hpp"
#include "core/movegen.hpp"
#include "search/alphabeta/evaluation.hpp"
#include "search/alphabeta/player.hpp"

namespace jungle::bench {
namespace {

constexpr int kDeep = 16;
constexpr int kShallow = 8;
constexpr double kSecondsForDeep = 6;
constexpr int kWalkDepth = 4;

// As a first program does it: legal moves, each made on a copy, the evaluation of every node from nothing.
struct PlainWalk {
  const alphabeta::EvalTables& tables;
  std::int64_t nodes = 0;
  std::int64_t score_sum = 0;  // so that no evaluation is left out by the compiler

  void visit(const Position& position, int depth) {
    ++nodes;
    score_sum += alphabeta::evaluate(position, tables);
    if (depth == 0 || !board_outcome(position, rules()).is_ongoing()) return;
    MoveList moves;
    generate_legal(position, rules(), moves);
    for (const Move move : moves) visit(position.after(move, rules()), depth - 1);
  }
};

double walk(const alphabeta::EvalTables& tables) {
  PlainWalk walk{.tables = tables};
  walk.visit(Position::start(rules()), kWalkDepth);
  volatile std::int64_t sink = 0;
  sink = walk.score_sum;
  static_cast<void>(sink);
  return static_cast<double>(walk.nodes);
}

}  // namespace

std::vector<Row> measure_alphabeta(const MeasureSetup&, double seconds) {
  const int depth = seconds < kSecondsForDeep ? kShallow : kDeep;
  AlphaBetaPlayer player("bench", {.table_mb = 64});
  double nodes = 0;  // of one search: the same every time
  const auto search = [&] {
    player.new_game();
    nodes = static_cast<double>(player.choose_move(Game(rules()), {.depth = depth}, {}).nodes);
    return nodes;
  };
  const alphabeta::EvalTables tables(rules());
  const Rates rates = alternate(repeat(search, Timing::kThread),
                                repeat([&] { return walk(tables); }, Timing::kThread), seconds);
  const std::string what =
      fmt::format("of a search to depth {} from the start, 64 MiB table, one thread", depth);
  Row time{.part = "alphabeta", .name = "alphabeta.time", .what = "processor time " + what, .unit = "s"};
  time.ours = nodes / rates.ours;
  time.rounds = rates.rounds;
  return {
      with_rates({.part = "alphabeta",
                  .name = "alphabeta",
                  .what = "nodes " + what,
                  .against = "every move made on a copy and every node evaluated from nothing, no pruning",
                  .unit = "nodes/s"},
                 rates),
      time};
}

}  // namespace jungle::bench
