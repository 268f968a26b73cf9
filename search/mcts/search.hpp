#pragma once
// MCTS for play, analysis and matches: one tree, shared by several threads.
//
//   std::vector<std::unique_ptr<Evaluator>> evaluators = ...;  // one per thread
//   MctsPlayer player(std::move(evaluators), {.params = params, .name = "mcts:eval=uniform"});
//   Decision decision = player.choose_move(game, {.visits = 400}, stop);
//
// Limits: visits (or nodes, the same here) are exact: the root gains that many, unless it is proven, memory
// is full or the search is stopped. depth means nothing here; without any limit that does, kDefaultVisits is
// used. A single legal move is played at once (but see Limits::search_single_move). With one thread and
// params.batch == 1 the same calls give the same decisions.
//
// With params.endgame_table a root of so few animals is proven before the search begins wherever the table
// proves it: then the nearest win is played, or the furthest loss, without a visit.
//
// An evaluator's exception, of whichever thread, leaves choose_move(); the next call begins a new tree
// unless the root itself was what failed.
//
// Thread rule: hostile; the threads within are its own affair.

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "search/evaluator.hpp"
#include "search/mcts/params.hpp"
#include "search/mcts/tree.hpp"
#include "search/mcts/worker.hpp"
#include "search/player.hpp"

namespace jungle {

class ReportTimer;
class SearchControl;

struct MctsPlayerOptions {
  MctsParams params;
  float temperature = 0;   // of the move played; 0: the best move
  std::uint64_t seed = 0;  // of noise and temperature, until set_seed()
  std::string name = "mcts";
};

class MctsPlayer final : public Player {
 public:
  static constexpr std::int64_t kDefaultVisits = 800;

  // One thread per evaluator; the first runs on the caller's. Precondition: at least one; threads * batch *
  // virtual_visits <= 65535.
  MctsPlayer(std::vector<std::unique_ptr<Evaluator>> evaluators, MctsPlayerOptions options);

  Decision choose_move(const Game& game, const Limits& limits, std::stop_token stop) override;
  void new_game() override { tree_.forget(); }
  void set_reports(const Reports& reports) override { reports_ = reports; }
  void set_seed(std::uint64_t seed) override;
  std::string name() const override { return options_.name; }

  const Tree& tree() const { return tree_; }  // of the last search, for those who want to look inside

 private:
  // Prepares the workers, too. What Tree::open_root() says.
  bool open_root(const Game& game, const MoveList& legal_moves);
  void run(SearchControl& control, ReportTimer* timer);
  Decision describe(const Game& game, const MoveList& legal_moves) const;  // the best move for the decision
  Decision decide(const Game& game, const MoveList& legal_moves);

  std::vector<std::unique_ptr<Evaluator>> evaluators_;
  MctsPlayerOptions options_;
  Reports reports_;
  Tree tree_;
  std::optional<Worker<false>> lone_worker_;  // one thread, one leaf at a time: no atomic updates
  std::vector<Worker<true>> workers_;         // otherwise
  Rng rng_;
};

}  // namespace jungle
