#pragma once
// The alpha-beta player: the ladder's yardstick, and a serious opponent by itself.
//
//   AlphaBetaPlayer player("ab:depth=6", {.table_mb = 64});
//   const Decision decision = player.choose_move(game, Limits{.depth = 6}, stop_token);
//
// Under limits of depth or nodes it is deterministic: the same game and a fresh table (new_game()) give the
// same decision. Of equal moves the one searched first is played; nothing is drawn by lot. A single legal
// move is played at once, with depth 0 and no opinion (but see Limits::search_single_move). Without any limit
// of its own (depth, nodes, movetime, infinite) it searches kDefaultDepth plies. It stops early when a win or
// loss is proven within the depth searched: a deeper search can't change it.
//
// Decision: `wdl_for_side_to_move` is the score through the logistic of search/alphabeta/score.hpp;
// `plies_left` is set when the end is proven; of `root_moves` the first has its score, the others an upper
// bound (what refuted them), `visits` are the nodes spent below the move, `prior` is unused, and bounds order
// only those moves that were once the best. `lines` are exact: those of the last finished depth, but for the
// first, which is the decision's own.
//
// Thread rule: hostile. The stop token may be triggered from any thread.

#include <memory>
#include <string>

#include "search/alphabeta/params.hpp"
#include "search/player.hpp"

namespace jungle {

class AlphaBetaPlayer final : public Player {
 public:
  static constexpr int kDefaultDepth = 8;

  explicit AlphaBetaPlayer(std::string name, const AlphaBetaParams& params = {});
  ~AlphaBetaPlayer() override;

  Decision choose_move(const Game& game, const Limits& limits, std::stop_token stop) override;
  void new_game() override;  // forgets table and history
  void set_reports(const Reports& reports) override;
  std::string name() const override { return name_; }

 private:
  struct State;
  std::string name_;
  std::unique_ptr<State> state_;
};

}  // namespace jungle
