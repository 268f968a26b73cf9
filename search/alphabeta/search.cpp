#include "search/alphabeta/search.hpp"

#include <algorithm>

#include "core/geometry.hpp"
#include "core/movegen.hpp"
#include "search/alphabeta/threats.hpp"
#include "search/endgame_table.hpp"

namespace jungle::alphabeta {
namespace {

// Reverse futility: near the leaves, this much a ply above beta is taken for enough. With more plies or a
// smaller margin it lost games.
constexpr int kReverseFutilityDepth = 2;
constexpr Score kReverseFutilityMargin = 120;
// Late-move pruning and futility of quiet moves near the leaves.
constexpr int kSkipDepth = 3;
constexpr Score kFutilityMargin = 110;

// Plies taken off the n-th move at some depth; grows with the logarithms of both, as is usual. Made at
// compile time by plain additions, so that the tree is the same with every compiler and mathematics library.
using Reductions = std::array<std::array<std::uint8_t, kMaxMoves + 1>, kMaxPly + 1>;
constexpr Reductions make_reductions() {
  std::array<double, kMaxPly + 1> log{};  // ln(n / (n - 1)) is about 2 / (2n - 1)
  for (std::size_t n = 2; n < log.size(); ++n) log[n] = log[n - 1] + 2.0 / static_cast<double>(2 * n - 1);
  Reductions plies{};
  for (std::size_t depth = 1; depth < plies.size(); ++depth)
    for (std::size_t number = 1; number < plies[depth].size(); ++number)
      plies[depth][number] = static_cast<std::uint8_t>(0.4 + log[depth] * log[number] / 1.75);
  return plies;
}
constexpr Reductions kReductions = make_reductions();

// Where a quiet move may decide the game within a few plies.
bool nears_den(const OrderedMove& move, Side enemy) {
  return (neighbours(traps(enemy)) | traps(enemy)).contains(move.move.to());
}

}  // namespace

Search::Search(const Game& game, const AlphaBetaParams& params, const EvalTables& tables, Memory& memory,
               Stopper& stopper, int lines)
    : params_(params),
      memory_(memory),
      stopper_(stopper),
      line_(game, tables, params.endgame_table != nullptr ? kMaxPly + kLongestEnding : Line::kNearLimit),
      repeats_(params.exact ? Line::Repeats::kByTheRules : Line::Repeats::kAlsoTwiceInLine),
      endgame_animals_(params.endgame_table != nullptr ? params.endgame_table->max_animals() : 0),
      losses_end_games_(game.rules().fields().no_move == NoMove::kLoss),
      variations_(kMaxPly + 1),
      killers_(kMaxPly + 1) {
  MoveOrder order(line_.position(), line_.rules(), Move(), Killers{}, memory_.history);
  while (const OrderedMove* move = order.next())
    root_moves_.push_back({.move = *move, .variation = {move->move}});
  lines_ = std::min(static_cast<std::size_t>(lines), root_moves_.size());
}

Score Search::no_move_score() const { return losses_end_games_ ? loss_in(line_.ply()) : kDraw; }

void Search::extend_variation(Move move) {
  Variation& mine = variation();
  const Variation& below = variations_[static_cast<std::size_t>(line_.ply()) + 1];
  mine.moves[0] = move;
  std::copy_n(below.moves.begin(), below.length, mine.moves.begin() + 1);
  mine.length = below.length + 1;
}

// In the order of the rules: a side without moves loses even where a limit is reached.
std::optional<Score> Search::known_end() const {
  if (line_.is_draw(repeats_)) return kDraw;
  if (line_.plies_to_limit() == 0) return no_move_score();  // with a move it were a draw
  return std::nullopt;
}

// A win beats a draw rule, but a draw that comes first ends the game: hence the plies to the limit, and the
// boards that may come a third time on the way.
std::optional<Score> Search::known_from_board() const {
  const int plies = proven_den_win(line_.position());
  if (plies == 1) return win_in(line_.ply() + 1);
  if (plies == 3 && losses_end_games_ && line_.plies_to_limit() >= 3 && !line_.third_visit_is_near())
    return win_in(line_.ply() + 3);
  if (attackers_to_take().count() > 1) return loss_in(line_.ply() + 2);
  return std::nullopt;
}

Bitboard Search::attackers_to_take() const {
  if (!losses_end_games_ || line_.plies_to_limit() < 2) return {};
  const Bitboard attackers = den_attackers(line_.position(), !line_.position().side_to_move());
  return attackers.any() && line_.third_visit_is_near() ? Bitboard() : attackers;
}

std::optional<Score> Search::known_from_table(const TableHit& hit, int depth, Score alpha, Score beta) const {
  if (hit.depth < depth) return std::nullopt;
  const Score score = from_table(hit.score, line_.ply());
  const bool proves = hit.bound == Bound::kExact || (hit.bound == Bound::kLower && score >= beta) ||
                      (hit.bound == Bound::kUpper && score <= alpha);
  return proves ? std::optional(score) : std::nullopt;
}

std::optional<Score> Search::prune_node(const Node& node) const {
  if (node.depth > kReverseFutilityDepth || node.attackers.any() || is_proven(node.beta)) return std::nullopt;
  return node.eval - kReverseFutilityMargin * node.depth >= node.beta ? std::optional(node.eval)
                                                                      : std::nullopt;
}

bool Search::skip_move(const OrderedMove& move, int number, const Node& node) const {
  if (node.depth > kSkipDepth || move.is_capture() || is_proven(node.alpha)) return false;
  if (nears_den(move, !line_.position().side_to_move())) return false;
  const bool late = number >= 4 + 3 * node.depth;
  return late || node.eval + kFutilityMargin * node.depth <= node.alpha;
}

int Search::reduction(const OrderedMove& move, int number, int depth, bool pv_node) {
  if (params_.exact || depth < 3 || number < 2 || move.is_capture()) return 0;
  int plies = kReductions[static_cast<std::size_t>(depth)][static_cast<std::size_t>(number)];
  const Side us = line_.position().side_to_move();
  plies -= memory_.history.value(us, move.animal, move.move.to()) / (MoveHistory::kLimit / 2);
  if (pv_node) --plies;
  if (killers()[0] == move.move || killers()[1] == move.move) --plies;
  if (nears_den(move, !us)) --plies;
  return std::clamp(plies, 0, depth - 2);
}

void Search::reward_cutoff(const MoveOrder& order, const OrderedMove& best, int depth) {
  if (best.is_capture()) return;
  Killers& mine = killers();
  if (mine[0] != best.move) mine = {best.move, mine[0]};
  const Side us = line_.position().side_to_move();
  const int bonus = std::min(32 * depth * depth, MoveHistory::kLimit / 4);
  for (const OrderedMove& tried : order.given())
    if (!tried.is_capture()) memory_.history.reward(us, tried, tried.move == best.move ? bonus : -bonus);
}

Score Search::search_child(const OrderedMove& move, int depth, int reduction, Score alpha, Score beta,
                           bool full_window) {
  stopper_.count_node();
  if (line_.ends_game(move)) {
    variations_[static_cast<std::size_t>(line_.ply()) + 1].length = 0;
    return win_in(line_.ply() + 1);
  }
  line_.push(move);
  if (depth > reduction)
    memory_.table.prefetch(line_.table_key());  // else quiescence follows, which never asks
  Score score = kDraw;
  if (full_window) {
    score = -pvs(depth, -beta, -alpha);
  } else {
    score = -pvs(depth - reduction, -alpha - 1, -alpha);
    if (score > alpha && reduction > 0) score = -pvs(depth, -alpha - 1, -alpha);
    if (score > alpha && score < beta) score = -pvs(depth, -beta, -alpha);
  }
  line_.pop();
  return score;
}

Search::Best Search::search_moves(MoveOrder& order, const Node& node) {
  if (order.empty()) return {no_move_score(), Move()};
  const bool pv_node = node.beta - node.alpha > 1;
  const bool forced = node.attackers.any();
  // Whatever does not take the attacker loses to its next move.
  Best best = {forced ? loss_in(line_.ply() + 2) : -kInfinite, Move()};
  Score alpha = std::max(node.alpha, best.score);
  int number = 0;
  while (const OrderedMove* move = order.next()) {
    if (forced && !node.attackers.contains(move->move.to())) continue;
    // Not before a move is found that is not lost: a loss is proven by all moves.
    const bool may_skip = !forced && !params_.exact && !is_proven_loss(best.score);
    if (may_skip && skip_move(*move, number, node)) continue;
    const int plies = reduction(*move, number, node.depth, pv_node);
    const Score score = search_child(*move, node.depth - 1, plies, alpha, node.beta, number == 0);
    if (stopper_.stopped()) return best;
    ++number;
    best.score = std::max(best.score, score);
    if (score <= alpha) continue;
    alpha = score;
    best.move = move->move;
    if (pv_node) extend_variation(move->move);
    if (score >= node.beta) {
      reward_cutoff(order, *move, node.depth);
      break;
    }
  }
  return best;
}

Score Search::exact_leaf() const {
  return count_legal(line_.position(), line_.rules()) == 0 ? no_move_score() : line_.evaluate();
}

Score Search::pvs(int depth, Score alpha, Score beta) {
  variation().length = 0;
  if (stopper_.stopped()) return kDraw;
  if (const auto end = known_end()) return *end;
  const int ply = line_.ply();
  const std::optional<Ending> ending = known_ending();
  if (ending && ending->proven) return ending->score;
  if (!params_.exact)
    if (const auto known = known_from_board()) return *known;
  if (depth <= 0 || ply >= kMaxPly) {
    if (ending) return ending->score;
    return params_.exact ? exact_leaf() : quiescence(alpha, beta);
  }
  const bool pv_node = beta - alpha > 1;
  alpha = std::max(alpha, loss_in(ply));
  beta = std::min(beta, win_in(ply + 1));
  if (alpha >= beta) return alpha;

  std::optional<TableHit> hit;
  const std::uint64_t key = line_.table_key();
  if (!params_.exact) hit = memory_.table.probe(key);
  if (hit && !pv_node)
    if (const auto known = known_from_table(*hit, depth, alpha, beta)) return *known;

  Node node = {.depth = depth, .alpha = alpha, .beta = beta, .eval = kDraw, .attackers = {}};
  if (!params_.exact) {
    node.attackers = attackers_to_take();
    node.eval = ending ? ending->score : line_.evaluate();
    if (!pv_node)
      if (const auto pruned = prune_node(node)) return *pruned;
  }
  MoveOrder order(line_.position(), line_.rules(), hit ? hit->move : Move(), killers(), memory_.history);
  const Best best = search_moves(order, node);
  if (!params_.exact && !stopper_.stopped()) {
    const Bound bound = best.score >= beta    ? Bound::kLower
                        : best.move.is_none() ? Bound::kUpper
                                              : Bound::kExact;
    memory_.table.store(key, {best.move, to_table(best.score, ply), depth, bound});
  }
  return best.score;
}

}  // namespace jungle::alphabeta
