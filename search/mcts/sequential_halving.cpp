#include "search/mcts/sequential_halving.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <numeric>

#include "core/util/check.hpp"
#include "search/mcts/improved_policy.hpp"
#include "search/mcts/move_choice.hpp"

namespace jungle {
namespace {

bool is_lost(const RootMove& move) { return move.proven < 0; }

}  // namespace

void SequentialHalving::start(const GumbelRoot& params, int visits, std::span<const RootMove> moves,
                              double raw_value, Rng& rng) {
  JUNGLE_CHECK(!moves.empty() && moves.size() <= kMaxMoves && params.moves > 0 && visits > 0);
  params_ = params;
  raw_value_ = raw_value;
  visits_left_ = visits;
  for (std::size_t i = 0; i < moves.size(); ++i)
    noise_[i] = static_cast<double>(params.noise_scale) * rng.gumbel();
  begin(moves);
}

// Chooses among all moves which to consider, and shares out the visits that are left.
void SequentialHalving::begin(std::span<const RootMove> moves) {
  Order order;
  rank_all(moves, order);
  const auto open = static_cast<int>(std::count_if(moves.begin(), moves.end(), std::not_fn(is_lost)));
  count_ = std::min({params_.moves, std::max(open, 1), visits_left_});
  std::copy_n(order.begin(), count_, considered_.begin());
  phases_ =
      std::max(static_cast<int>(std::bit_width(static_cast<unsigned>(count_ - 1))), 1);  // ceil(log2 count_)
  budget_ = visits_left_;
  set_rounds();
}

// Halves what is considered; lost moves go first.
void SequentialHalving::begin_phase(std::span<const RootMove> moves) {
  const std::span<std::uint8_t> order(considered_.data(), static_cast<std::size_t>(count_));
  rank(moves, order);
  if (is_lost(moves[order.front()])) return begin(moves);
  const auto open = static_cast<int>(
      std::count_if(order.begin(), order.end(), [&](std::uint8_t i) { return !is_lost(moves[i]); }));
  if (count_ > 2) count_ = (count_ + 1) / 2;
  count_ = std::min(count_, open);
  set_rounds();
}

void SequentialHalving::set_rounds() {
  const bool last = count_ <= 2;
  const int rounds = last ? (visits_left_ + count_ - 1) / count_ : std::max(budget_ / (phases_ * count_), 1);
  turn_ = 0;
  turns_ = rounds * count_;
}

// Best first: no lost move before another, then by score. Of equal ones the earlier move.
void SequentialHalving::rank(std::span<const RootMove> moves, std::span<std::uint8_t> order) const {
  std::array<double, kMaxMoves> score;
  improved_logits(moves, raw_value_, static_cast<double>(params_.value_scale), {score.data(), moves.size()});
  for (std::size_t i = 0; i < moves.size(); ++i) score[i] += noise_[i];
  std::sort(order.begin(), order.end(), [&](std::uint8_t a, std::uint8_t b) {
    if (is_lost(moves[a]) != is_lost(moves[b])) return is_lost(moves[b]);
    return score[a] != score[b] ? score[a] > score[b] : a < b;
  });
}

void SequentialHalving::rank_all(std::span<const RootMove> moves, Order& order) const {
  const std::span<std::uint8_t> all(order.data(), moves.size());
  std::iota(all.begin(), all.end(), std::uint8_t{0});
  rank(moves, all);
}

std::size_t SequentialHalving::next(std::span<const RootMove> moves) {
  JUNGLE_CHECK(visits_left_ > 0);
  const bool all_lost = std::all_of(moves.begin(), moves.end(), is_lost);
  for (;; begin_phase(moves)) {
    while (turn_ < turns_) {
      const std::size_t move = considered_[static_cast<std::size_t>(turn_++ % count_)];
      if (is_lost(moves[move]) && !all_lost) continue;
      --visits_left_;
      return move;
    }
  }
}

std::size_t SequentialHalving::choice(std::span<const RootMove> moves) const {
  const auto best = std::min_element(moves.begin(), moves.end(), better_root_move);
  if (best->proven != 0) return static_cast<std::size_t>(best - moves.begin());  // won, or all are lost
  Order order = considered_;
  rank(moves, {order.data(), static_cast<std::size_t>(count_)});
  if (is_lost(moves[order.front()])) rank_all(moves, order);  // the last visit has shown it
  return order.front();
}

}  // namespace jungle
