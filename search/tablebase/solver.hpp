#pragma once
// Solves a material: the value of every placement, for both sides to move, by retrograde analysis.
//
//   Solver solver(rules, moves);
//   Status solved = solver.solve(material, smaller);   // the endings with one animal less
//   solver.values(Side::kRed);                         // by index of grid.hpp
//
// It works on sets, a level a ply: what is won in p plies is what has a move into what the opponent loses in
// p - 1, lost in p is what is not won and has moves into nothing but what the opponent wins in less. A
// set is a bit a placement and a move of it shifts of words (page_moves.hpp), so that four animals take
// some 28 ms (docs/performance.md); pages in whose neighbourhood nothing changed are passed over. Captures
// are read beforehand (capture_values.hpp) and join at the level of their value.
//
// Memory: about 100 MB with four animals, kept for the next. Thread rule: hostile.

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/util/result.hpp"
#include "search/tablebase/page_moves.hpp"
#include "search/tablebase/solved_endings.hpp"
#include "search/tablebase/statistics.hpp"

namespace jungle::tablebase {

class Solver {
 public:
  Solver(const RuleSet& rules, const BoardMoves& moves) : rules_(rules), moves_(moves) {}

  // What it takes at most.
  static std::size_t memory_bytes(int animals);

  // Precondition: the material is canonical, what captures leave is in `smaller`. Refuses endings that take
  // longer than a ValueCode can say.
  Status solve(const Material& material, const SolvedEndings& smaller);

  // Of the last material; kNoValue where a square is occupied twice or can't be. Mirror images are left out.
  const GridValues& values(Side to_move) const { return sides_[slot(to_move)].values; }
  // The same with mirror images, for those with one animal more. At most three animals.
  SolvedEnding ending() const;
  // Of the last material, mirror images counted.
  const Statistics& statistics(Side to_move) const { return sides_[slot(to_move)].statistics; }

 private:
  // What is known of the placements in which one side is to move.
  struct OfSide {
    GridValues values;
    GridValues captures;  // the best capture's
    PlacementSet not_won;
    PlacementSet lost;
    PlacementSet escapes;  // have a capture that does not lose, as far as is known at this level
    // Placements that have captures, in the order of the best one's code.
    std::vector<std::uint32_t> by_capture;
    std::array<std::size_t, 257> first_of_code{};
    std::span<const std::uint32_t> with_capture(ValueCode code) const {
      const std::size_t first = first_of_code[code];
      return std::span(by_capture).subspan(first, first_of_code[code + std::size_t{1}] - first);
    }
    // Pages in which the last level of each kind added something, and whose escapes it lessened.
    std::vector<std::uint8_t> won_changed;
    std::vector<std::uint8_t> lost_changed;
    std::vector<std::uint8_t> escapes_changed;
    Statistics statistics;
  };
  using Page = PageMoves::Page;

  static std::size_t slot(Side side) { return static_cast<std::size_t>(index(side)); }

  void clear(int animals, std::size_t set_size);
  void clear_page(const Page& page);
  void order_captures(OfSide& of_side) const;
  void keep_stuck_from_losing();
  bool run_levels();  // false: the values don't fit
  // Each says whether it found anything.
  bool win_in_plies(Side side, int plies);
  static bool win_by_capture(OfSide& us, ValueCode code);
  bool lose_in_plies(Side side, int plies);
  static bool add_won(OfSide& us, const Page& page, const Words& won, ValueCode code);
  static bool add_lost(OfSide& us, const Page& page, const Words& lost, ValueCode code);
  static bool write(GridValues& values, const Page& page, const Words& placements, ValueCode code);
  void finish(OfSide& of_side);

  RuleSet rules_;
  const BoardMoves& moves_;
  int animals_ = 0;
  std::optional<PageMoves> page_moves_;
  std::array<OfSide, 2> sides_;
};

}  // namespace jungle::tablebase
