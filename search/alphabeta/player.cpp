#include "search/alphabeta/player.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

#include "search/alphabeta/decision.hpp"
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
  Reports reports;
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

bool all_proven(std::span<const RootLine> lines, int depth) {
  return std::ranges::all_of(lines, [depth](const RootLine& line) {
    return is_proven(line.score) && plies_to_end(line.score) <= depth;
  });
}

}  // namespace

AlphaBetaPlayer::AlphaBetaPlayer(std::string name, const AlphaBetaParams& params)
    : name_(std::move(name)), state_(std::make_unique<State>(params)) {}

AlphaBetaPlayer::~AlphaBetaPlayer() = default;

void AlphaBetaPlayer::new_game() { state_->forget(); }

void AlphaBetaPlayer::set_reports(const Reports& reports) { state_->reports = reports; }

Decision AlphaBetaPlayer::choose_move(const Game& game, const Limits& limits, std::stop_token stop) {
  JUNGLE_CHECK(game.outcome().is_ongoing());
  MoveList legal;
  game.legal_moves(legal);
  if (legal.size() == 1 && !limits.search_single_move) {
    Decision only;
    only.move = legal[0];
    only.principal_variation = {legal[0]};
    return only;
  }

  state_->prepare(game.rules());
  Stopper stopper(limits, std::move(stop));
  const Reports& reports = state_->reports;
  Search search(game, state_->params, *state_->tables, state_->memory, stopper, std::max(reports.lines, 1));
  std::vector<SearchLine> finished;  // of the last finished depth
  int reached = 0;
  for (int depth = 1; depth <= depth_limit(limits) && !stopper.stopped(); ++depth) {
    if (!search.deepen(depth)) break;
    reached = depth;
    if (reports.lines > 0) finished = lines_of(search);
    if (reports.on_report) reports.on_report(decide(search, reached, stopper.nodes(), finished));
    if (all_proven(search.lines(), depth)) break;
  }
  return decide(search, reached, stopper.nodes(), std::move(finished));
}

}  // namespace jungle
