#pragma once
// MCTS for self-play: one thread drives many games in lock step, each with its own tree and one leaf in
// flight, one batch a step. No locks, no virtual loss. A slot's search depends only on its own game, budget
// and noise stream, never on the other slots.
//
//   SearchPool pool(evaluator, params, 64);
//   pool.start(slot, game, {.visits = 100, .root_noise = true, .noise_seed = ...});
//   for (int finished : pool.step()) use(pool.result(finished));
//
// Below its root every search is PUCT. A search ends when its root has the visits asked for, is proven won or
// lost, or has a single legal move (it is then evaluated, so that raw values are there, and not searched), or
// when memory is full. The root is always evaluated first, a reused one too.
//
// params.memory_mb is shared out evenly among the slots.
//
// Thread rule: hostile.

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/game.hpp"
#include "search/evaluator.hpp"
#include "search/mcts/params.hpp"
#include "search/mcts/sequential_halving.hpp"
#include "search/player.hpp"

namespace jungle {

struct PoolBudget {
  // Of the root, those of a reused subtree included. Under sequential halving those don't count: its schedule
  // is one of new visits, and the old ones only make the values better.
  int visits = 100;
  bool root_noise = false;  // Dirichlet noise by params.noise_*; renewed on a reused root
  std::uint64_t noise_seed = 0;
  // The root chooses by sequential halving, with Gumbel noise, instead of PUCT. Not with root_noise.
  std::optional<GumbelRoot> gumbel = {};
  float forced_playouts = 0;  // k of search/mcts/forced_playouts.hpp, 0: none. Only with root_noise
};

// What a finished search knows of its root. Values are for the side to move.
struct RootSummary {
  std::vector<RootMove> moves;  // parallel to the generator's legal moves
  Wdl raw_wdl;                  // the evaluator's opinion of the root
  float raw_plies_left = 0;
  float mean_value = 0;      // of the search
  Wdl wdl;                   // the same as a distribution; a proven root's is certain
  int proven = 0;            // +1 proven win, -1 proven loss of the root
  int visits = 0;            // 1 + sum over moves
  bool memory_full = false;  // the slot's share of params.memory_mb ended the search early
  // Parallel to moves: their visits less those that were only forced; empty where none are forced.
  std::vector<std::uint32_t> unforced_visits;
  std::optional<std::size_t> chosen = {};  // index of the move to play, where sequential halving chose it
};

// Nanoseconds spent so far, for the time split.
struct PoolTimes {
  std::int64_t tree = 0;      // select, expand, backup
  std::int64_t evaluate = 0;  // inside the evaluator
  std::int64_t leaves = 0;    // evaluated positions
  std::int64_t batches = 0;
};

class SearchPool {
 public:
  SearchPool(Evaluator& evaluator, const MctsParams& params, int slots);
  ~SearchPool();
  SearchPool(SearchPool&&) noexcept;

  // Precondition: the slot is idle, the game ongoing. The game is copied into the slot.  When it continues,
  // by any number of moves, the game last searched in this slot, the matching subtree is kept
  // (params.tree_reuse).
  void start(int slot, const Game& game, const PoolBudget& budget);
  void forget(int slot);  // drops the slot's tree: the next start begins afresh

  // One leaf for every running slot, one evaluation of them all, one backup each. Returns the slots that
  // finished in this step; they are idle now. Returns none when nothing runs.
  std::span<const int> step();

  // Precondition: the slot's last search has finished and no new one was started.
  const RootSummary& result(int slot) const;
  const PoolTimes& times() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace jungle
