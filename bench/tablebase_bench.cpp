// Endgame tables: solving, beside the plain form by which tests check it, and probing.

#include <memory>
#include <vector>

#include <benchmark/benchmark.h>

#include "bench/measure/positions.hpp"
#include "bench/suites.hpp"
#include "core/util/check.hpp"
#include "core/util/random.hpp"
#include "search/tablebase/builder.hpp"
#include "search/tablebase/placements.hpp"
#include "search/tablebase/solver.hpp"
#include "search/tablebase/tablebase.hpp"
#include "tests/support/plain_endgames.hpp"
#include "tests/support/temporary_folder.hpp"

namespace jungle::bench {
namespace {

using namespace tablebase;

// Solves all materials of so many animals.
void solve_all(Solver& solver, SolvedEndings& endings, int animals) {
  for (const Material& material : canonical_materials(animals)) {
    JUNGLE_CHECK(solver.solve(material, endings).has_value());
    endings.add(material, solver.ending());
  }
}

std::int64_t positions_of(const Solver& solver) {
  std::uint64_t positions = 0;
  for (const Side side : kSides) positions += solver.statistics(side).positions();
  return static_cast<std::int64_t>(positions);
}

// Tiger and wolf against lion and cat. Items: positions, mirror images counted.
void solve_four(benchmark::State& state) {
  const BoardMoves moves(rules());
  Solver solver(rules(), moves);
  SolvedEndings endings;
  solve_all(solver, endings, 2);
  solve_all(solver, endings, 3);
  const Material material = Material{{0b0010'1000, 0b0100'0010}}.canonical();
  for (auto _ : state) JUNGLE_CHECK(solver.solve(material, endings).has_value());
  state.SetItemsProcessed(state.iterations() * positions_of(solver));
}

// Lion against cat. Items: positions.
void solve_two(benchmark::State& state) {
  const BoardMoves moves(rules());
  Solver solver(rules(), moves);
  const SolvedEndings none;
  for (auto _ : state) JUNGLE_CHECK(solver.solve({{0b0100'0000, 0b0000'0010}}, none).has_value());
  state.SetItemsProcessed(state.iterations() * positions_of(solver));
}

// The same by going through all positions again and again. Items: positions.
void solve_two_plainly(benchmark::State& state) {
  std::size_t positions = 0;
  for (auto _ : state) {
    const test::PlainEndgames plain(rules(), {{Side::kRed, Animal::kLion}, {Side::kBlue, Animal::kCat}});
    positions = plain.positions().size();
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(positions));
}

// Positions of three animals in random order, over all materials: their blocks fit into the cache, and into
// no other. Items: positions.
void probe(benchmark::State& state) {
  const test::TemporaryFolder folder;
  JUNGLE_CHECK(*build_tablebase(folder.path(), rules(), {.animals = 3, .threads = 1}, {}, {}));
  const auto tablebase = *Tablebase::open(folder.path(), rules());
  std::vector<Position> positions;
  Rng rng({3});
  while (positions.size() < 100'000) {
    const TableFile& file = tablebase->files()[rng.below(tablebase->files().size())];
    const Side to_move = file.header().sides() == 2 && rng.below(2) == 1 ? Side::kBlue : Side::kRed;
    if (const auto position = position_of(file, rng.below(file.layout().placements()), to_move))
      positions.push_back(*position);
  }
  const auto probe_all = [&] {
    int plies = 0;
    for (const Position& position : positions) plies += tablebase->probe(position)->plies;
    benchmark::DoNotOptimize(plies);
  };
  probe_all();  // all blocks are decompressed
  for (auto _ : state) probe_all();
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(positions.size()));
}

}  // namespace

void register_tablebase_benchmarks() {
  benchmark::RegisterBenchmark("tablebase/solve/two_animals", solve_two);
  benchmark::RegisterBenchmark("tablebase/solve_plainly/two_animals", solve_two_plainly);
  benchmark::RegisterBenchmark("tablebase/solve/four_animals", solve_four)->Unit(benchmark::kMillisecond);
  benchmark::RegisterBenchmark("tablebase/probe/cached", probe)->Unit(benchmark::kMillisecond);
}

}  // namespace jungle::bench
