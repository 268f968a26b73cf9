#include "search/mcts/move_choice.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/util/check.hpp"

namespace jungle {
namespace {

// What the temperature is applied to.
double mass(const RootMove& move, bool any_visits) {
  return any_visits ? move.visits : static_cast<double>(move.prior);
}

}  // namespace

bool better_root_move(const RootMove& a, const RootMove& b) {
  if (a.proven != b.proven) return a.proven > b.proven;
  if (a.proven != 0 && a.plies_to_end != b.plies_to_end)
    return a.proven > 0 ? a.plies_to_end < b.plies_to_end : a.plies_to_end > b.plies_to_end;
  if (a.visits != b.visits) return a.visits > b.visits;
  if (a.visits > 0 && a.mean_value != b.mean_value) return a.mean_value > b.mean_value;
  return a.prior > b.prior;
}

std::size_t choose_root_move(std::span<const RootMove> moves, float temperature, Rng& rng) {
  JUNGLE_CHECK(!moves.empty() && temperature >= 0);
  const auto best = std::min_element(moves.begin(), moves.end(), better_root_move);
  const auto best_index = static_cast<std::size_t>(best - moves.begin());
  if (temperature == 0 || best->proven != 0) return best_index;  // a best move proven lost: all are

  const auto open = [](const RootMove& move) { return move.proven == 0; };
  const bool any_visits = std::any_of(moves.begin(), moves.end(),
                                      [&](const RootMove& move) { return open(move) && move.visits > 0; });
  double largest = 0;
  for (const RootMove& move : moves)
    if (open(move)) largest = std::max(largest, mass(move, any_visits));
  if (largest <= 0) return best_index;

  // Relative to the largest, so that no power overflows.
  std::vector<double> cumulative;
  cumulative.reserve(moves.size());
  double sum = 0;
  for (const RootMove& move : moves) {
    if (open(move)) sum += std::pow(mass(move, any_visits) / largest, 1 / static_cast<double>(temperature));
    cumulative.push_back(sum);
  }
  const double drawn = rng.uniform() * sum;
  const auto chosen = std::upper_bound(cumulative.begin(), cumulative.end(), drawn);
  return chosen == cumulative.end() ? best_index : static_cast<std::size_t>(chosen - cumulative.begin());
}

}  // namespace jungle
