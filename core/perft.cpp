#include "core/perft.hpp"

#include "core/count.hpp"
#include "core/game.hpp"
#include "core/movegen.hpp"

namespace jungle {
namespace {

// The two functions' precondition: the position is not over by den or capture.
//
// A den entry ends the game above the last ply: nothing is below it. Nor below a side without animals, with
// or without capture_all: it has no move.

// Two plies. A quiet move out of the enemy's reach changes no reply, so all such moves are counted at once;
// not the rat's, which may open or close a leap.
std::uint64_t count_replies(const Position& position, const RuleSet& rules) {
  const Side us = position.side_to_move();
  const Bitboard reach = reach_of(!us, position, rules);
  const Bitboard apart = ~(reach | position.occupied(!us));
  int quiet_moves = 0;
  std::uint64_t nodes = 0;
  visit_targets(position, rules, [&](Animal animal, Bitboard from, Bitboard targets) {
    targets &= ~den(!us);
    if (animal != Animal::kRat && (from & reach).empty()) {
      quiet_moves += (targets & apart).count();
      targets &= ~apart;
    }
    while (targets.any()) {
      const Move move(from.first(), targets.pop_first());
      nodes += static_cast<std::uint64_t>(count_moves_of(!us, position.after(animal, move, rules), rules));
    }
  });
  if (quiet_moves > 0)
    nodes += static_cast<std::uint64_t>(quiet_moves) *
             static_cast<std::uint64_t>(count_moves_of(!us, position, rules));
  return nodes;
}

// Depth >= 1.
std::uint64_t count_paths(const Position& position, const RuleSet& rules, int depth) {
  if (depth == 1) return static_cast<std::uint64_t>(count_legal(position, rules));
  if (depth == 2) return count_replies(position, rules);
  const Bitboard enemy_den = den(!position.side_to_move());
  std::uint64_t nodes = 0;
  visit_targets(position, rules, [&](Animal animal, Bitboard from, Bitboard targets) {
    for (targets &= ~enemy_den; targets.any();) {
      const Move move(from.first(), targets.pop_first());
      nodes += count_paths(position.after(animal, move, rules), rules, depth - 1);
    }
  });
  return nodes;
}

}  // namespace

std::uint64_t perft(const Position& position, const RuleSet& rules, int depth) {
  JUNGLE_CHECK(depth >= 0);
  if (depth == 0) return 1;
  if (!board_outcome_but_moves(position, rules).is_ongoing()) return 0;
  return count_paths(position, rules, depth);
}

std::vector<PerftMove> perft_divide(const Position& position, const RuleSet& rules, int depth,
                                    [[maybe_unused]] int threads) {
  JUNGLE_CHECK(depth >= 1 && threads >= 1);
  std::vector<PerftMove> counts;
  if (!board_outcome_but_moves(position, rules).is_ongoing()) return counts;
  MoveList moves;
  generate_legal(position, rules, moves);
  for (Move move : moves) counts.push_back({move, 0});
    // Root moves differ in size by a factor of two or so: hand them out one at a time.
#ifdef _OPENMP
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads)
#endif
  for (std::size_t i = 0; i < counts.size(); ++i)
    counts[i].nodes = perft(position.after(counts[i].move, rules), rules, depth - 1);
  return counts;
}

}  // namespace jungle
