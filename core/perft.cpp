#include "core/perft.hpp"

#include "core/game.hpp"
#include "core/lanes.hpp"
#include "core/movegen.hpp"
#include "core/targets.hpp"

namespace jungle {
namespace {

#ifdef JUNGLE_LANES
// The last two plies: the replies to each move are counted without making a Position. Precondition: not over
// by den or capture.
std::uint64_t count_replies(const Position& position, const RuleSet& rules) {
  const Side us = position.side_to_move();
  const Side them = !us;
  const lanes::Lanes their_sets = lanes::load(position.animals(them));
  lanes::AnimalSets our_sets = position.animals(us);
  lanes::Lanes counts{};
  visit_targets(position, rules, [&](Animal animal, Bitboard from, Bitboard targets) {
    Bitboard& mover = our_sets[static_cast<std::size_t>(index(animal))];
    for (targets &= ~den(them); targets.any();) {
      const Bitboard to(targets.pop_first());
      mover = to;
      counts += lanes::move_counts({.own = their_sets & lanes::all(~to),
                                    .enemy = our_sets,
                                    .own_occupied = position.occupied(them) & ~to,
                                    .enemy_occupied = position.occupied(us) ^ from ^ to,
                                    .side_to_move = them},
                                   rules);
    }
    mover = from;
  });
  return lanes::sum(counts);
}
#endif

// Precondition: the position is not over by den or capture; depth >= 1.
std::uint64_t count_paths(const Position& position, const RuleSet& rules, int depth) {
  if (depth == 1) return static_cast<std::uint64_t>(count_legal(position, rules));
#ifdef JUNGLE_LANES
  if (depth == 2) return count_replies(position, rules);
#endif
  const Side us = position.side_to_move();
  std::uint64_t nodes = 0;
  visit_targets(position, rules, [&](Animal animal, Bitboard from, Bitboard targets) {
    // A den entry ends the game above the last ply: nothing is below it. Nor below a side without animals,
    // with or without capture_all: it has no move.
    for (targets &= ~den(!us); targets.any();) {
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
