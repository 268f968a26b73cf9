#pragma once
// Which root move a search looks at next, and which it plays, by sequential halving with Gumbel noise
// (Danihelka et al., "Policy improvement by planning with Gumbel", ICLR 2022, section 3 and algorithm 2): the
// alternative to PUCT and Dirichlet noise at the root for searches of few visits.
//
//   score = noise + log prior + sigma(q)        the last two by search/mcts/improved_policy.hpp
//
// The m moves of the highest score are considered. They get an equal number of visits each, then the better
// half goes on, and so on: n visits are shared out evenly among the ceil(log2 m) phases, and the last phase,
// of two moves, takes what is left over. The move to play is the one of the highest score among those that
// are still considered. Expected over the noise, it is better than a draw from the prior, however few the
// visits.
//
//   SequentialHalving halving;
//   halving.start({.moves = 16}, 100, moves, raw_value, rng);
//   while (halving.visits_left() > 0) visit(halving.next(moves));      // and update `moves`
//   play(halving.choice(moves));
//
// 100 visits of 16 moves: 16 get 1, 8 get 3 more, 4 get 6 more, 2 get 18 more.
//
// A move that is proven lost gets no further visit while another move isn't lost, and is not chosen; when all
// that are considered are lost, halving begins again among the others with the visits that are left. Visits
// from before start() count for the values and are not part of the schedule.
//
// Nothing here allocates. Thread rule: hostile.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/move.hpp"
#include "core/util/random.hpp"
#include "search/player.hpp"

namespace jungle {

struct GumbelRoot {
  int moves = 16;             // considered at most
  float noise_scale = 1.0F;   // of the Gumbel noise: 1 as in the paper, 0 for none
  float value_scale = 30.0F;  // of sigma
};

class SequentialHalving {
 public:
  // `moves` are what is known of each move of the root, here and in every later call of the same size and
  // order; raw_value is the net's own of the root, for the side to move. Draws one number a move from `rng`,
  // whatever the scale. Precondition: not empty; params.moves and visits at least 1.
  void start(const GumbelRoot& params, int visits, std::span<const RootMove> moves, double raw_value,
             Rng& rng);

  int visits_left() const { return visits_left_; }

  // The move that gets the next visit. Precondition: visits_left() > 0.
  std::size_t next(std::span<const RootMove> moves);

  // The move to play: a proven win if there is one (the shortest), no proven loss while there is another move
  // (else the longest), otherwise the survivor of the halving.
  std::size_t choice(std::span<const RootMove> moves) const;

 private:
  using Order = std::array<std::uint8_t, kMaxMoves>;

  void begin(std::span<const RootMove> moves);
  void begin_phase(std::span<const RootMove> moves);
  void set_rounds();
  void rank(std::span<const RootMove> moves, std::span<std::uint8_t> order) const;
  void rank_all(std::span<const RootMove> moves, Order& order) const;

  GumbelRoot params_;
  double raw_value_ = 0;
  std::array<double, kMaxMoves> noise_{};
  Order considered_{};  // the first `count_`: in this phase, best score at its beginning first
  int count_ = 0;
  int phases_ = 1;  // of the whole halving
  int turn_ = 0;    // visits of this phase that were given or passed over
  int turns_ = 0;   // and all that it has
  int budget_ = 0;  // visits to share out among the phases
  int visits_left_ = 0;
};

}  // namespace jungle
