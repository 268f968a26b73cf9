#include "search/mcts/forced_playouts.hpp"

#include <algorithm>
#include <cmath>

#include "core/util/check.hpp"
#include "search/mcts/move_choice.hpp"

namespace jungle {
namespace {

float visits_of_all(std::span<const RootMove> moves) {
  std::uint32_t visits = 0;
  for (const RootMove& move : moves) visits += move.visits;
  return static_cast<float>(visits);
}

float forced_visits(float k, float prior, float all_visits) { return std::sqrt(k * prior * all_visits); }

}  // namespace

std::optional<std::size_t> owed_visit(std::span<const RootMove> moves, std::span<const float> noisy_priors,
                                      float k) {
  const float all_visits = visits_of_all(moves);
  for (std::size_t i = 0; i < moves.size(); ++i) {
    if (moves[i].visits == 0 || moves[i].proven != 0) continue;
    if (static_cast<float>(moves[i].visits) < forced_visits(k, noisy_priors[i], all_visits)) return i;
  }
  return std::nullopt;
}

void take_out_forced(std::span<const RootMove> moves, std::span<const float> noisy_priors, float k,
                     float exploration, std::span<std::uint32_t> counts) {
  JUNGLE_CHECK(!moves.empty() && moves.size() == noisy_priors.size() && moves.size() == counts.size());
  const float all_visits = visits_of_all(moves);
  const auto puct = [&](std::size_t i, std::uint32_t visits) {
    return moves[i].mean_value +
           exploration * noisy_priors[i] * std::sqrt(1 + all_visits) / (1 + static_cast<float>(visits));
  };
  const auto best = static_cast<std::size_t>(std::min_element(moves.begin(), moves.end(), better_root_move) -
                                             moves.begin());
  const float best_puct = puct(best, moves[best].visits);
  for (std::size_t i = 0; i < moves.size(); ++i) {
    counts[i] = moves[i].visits;
    if (i == best) continue;
    const float forced = forced_visits(k, noisy_priors[i], all_visits);
    for (float taken = 1; taken <= forced && counts[i] > 0 && puct(i, counts[i] - 1) < best_puct; ++taken)
      --counts[i];
    if (counts[i] <= 1) counts[i] = 0;
  }
}

}  // namespace jungle
