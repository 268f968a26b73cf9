#include "search/alphabeta/player.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "search/alphabeta/evaluation.hpp"
#include "search/alphabeta/search.hpp"
#include "search/alphabeta/stopper.hpp"

namespace jungle {

using namespace alphabeta;

struct AlphaBetaPlayer::State {
  explicit State(const AlphaBetaParams& given) : params(given), memory(given.exact ? 0 : given.table_mb) {}

  // Tables and what the memory holds belong to one rule set.
  void prepare(const RuleSet& wanted) {
    if (!rules || !(*rules == wanted)) {
      rules = wanted;
      tables.emplace(wanted);
      forget();
    }
    memory.table.new_search();
    memory.history.age();
  }
  void forget() {
    memory.table.clear();
    memory.history.clear();
  }

  AlphaBetaParams params;
  Memory memory;
  std::optional<RuleSet> rules;
  std::optional<EvalTables> tables;
};

namespace {

int depth_limit(const Limits& limits) {
  if (limits.depth > 0) return std::min(limits.depth, kMaxPly - 1);
  const bool other = limits.nodes > 0 || limits.movetime_ms > 0 || limits.infinite;
  return other ? kMaxPly - 1 : AlphaBetaPlayer::kDefaultDepth;
}

RootMove summary(const RootLine& root, bool first) {
  const Score score = first ? root.score : root.bound;
  RootMove move = {.move = root.move.move};
  if (score == -kInfinite) return move;  // never searched to an end
  constexpr std::int64_t kMost = std::numeric_limits<std::uint32_t>::max();
  move.visits = static_cast<std::uint32_t>(std::clamp<std::int64_t>(root.nodes, 1, kMost));
  move.mean_value = wdl_of(score).value();
  move.proven = first && is_proven_win(score) ? 1 : is_proven_loss(score) ? -1 : 0;
  if (move.proven != 0) move.plies_to_end = plies_to_end(score);
  return move;
}

Decision decide(const Search& search, int depth, std::int64_t nodes) {
  const RootLine& best = search.root_moves().front();
  Decision decision;
  decision.move = best.move.move;
  decision.nodes = nodes;
  decision.depth = depth;
  if (best.score != -kInfinite) {
    decision.wdl_for_side_to_move = wdl_of(best.score);
    decision.plies_left = static_cast<float>(plies_to_end(best.score));
    decision.principal_variation = best.variation;
  }
  for (const RootLine& root : search.root_moves())
    decision.root_moves.push_back(summary(root, &root == &best));
  return decision;
}

}  // namespace

AlphaBetaPlayer::AlphaBetaPlayer(std::string name, const AlphaBetaParams& params)
    : name_(std::move(name)), state_(std::make_unique<State>(params)) {}

AlphaBetaPlayer::~AlphaBetaPlayer() = default;

void AlphaBetaPlayer::new_game() { state_->forget(); }

Decision AlphaBetaPlayer::choose_move(const Game& game, const Limits& limits, std::stop_token stop) {
  JUNGLE_CHECK(game.outcome().is_ongoing());
  MoveList legal;
  game.legal_moves(legal);
  if (legal.size() == 1) {
    Decision only;
    only.move = legal[0];
    only.principal_variation = {legal[0]};
    return only;
  }

  state_->prepare(game.rules());
  Stopper stopper(limits, std::move(stop));
  Search search(game, state_->params, *state_->tables, state_->memory, stopper);
  int reached = 0;
  for (int depth = 1; depth <= depth_limit(limits) && !stopper.stopped(); ++depth) {
    if (!search.deepen(depth)) break;
    reached = depth;
    if (is_proven(search.score()) && plies_to_end(search.score()) <= depth) break;
  }
  return decide(search, reached, stopper.nodes());
}

}  // namespace jungle
