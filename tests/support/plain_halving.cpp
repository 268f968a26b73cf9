#include "tests/support/plain_halving.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace jungle::test {

double PlainHalving::score(const std::vector<RootMove>& moves, std::size_t move) const {
  std::uint32_t most = 0;
  double visited = 0, mass = 0, worth = 0;
  for (const RootMove& other : moves) {
    most = std::max(most, other.visits);
    visited += other.visits;
    if (other.visits == 0 && other.proven == 0) continue;
    mass += static_cast<double>(other.prior);
    worth += static_cast<double>(other.prior) * static_cast<double>(other.mean_value);
  }
  double q = moves[move].mean_value;
  if (moves[move].visits == 0 && moves[move].proven == 0)
    q = mass > 0 ? (raw_value + visited * worth / mass) / (1 + visited) : raw_value;
  return noise[move] + std::log(static_cast<double>(moves[move].prior)) + value_scale * (50 + most) / 80 * q;
}

// Those not lost, the best first.
std::vector<std::size_t> PlainHalving::best(const std::vector<RootMove>& moves,
                                            std::vector<std::size_t> among) const {
  std::erase_if(among, [&](std::size_t i) { return moves[i].proven < 0; });
  std::sort(among.begin(), among.end(),
            [&](std::size_t a, std::size_t b) { return score(moves, a) > score(moves, b); });
  return among;
}

std::size_t PlainHalving::run(std::vector<RootMove>& moves,
                              const std::function<void(std::size_t)>& visit) const {
  std::vector<std::size_t> all;
  for (std::size_t i = 0; i < moves.size(); ++i) all.push_back(i);
  int left = visits;
  std::vector<std::size_t> arms;
  while (left > 0) {
    arms = best(moves, all);
    arms.resize(
        std::min({arms.size(), static_cast<std::size_t>(considered), static_cast<std::size_t>(left)}));
    const int budget = left;
    const int phases = static_cast<int>(std::ceil(std::log2(arms.size())));
    while (left > 0 && !arms.empty()) {
      const bool last = arms.size() <= 2;
      const int rounds = last ? left : std::max(1, budget / (phases * static_cast<int>(arms.size())));
      for (int round = 0; round < rounds; ++round) {
        for (const std::size_t arm : arms) {
          if (left == 0 || moves[arm].proven < 0) continue;
          visit(arm);
          --left;
        }
      }
      if (left == 0) break;
      const std::size_t half = last ? arms.size() : (arms.size() + 1) / 2;
      arms = best(moves, arms);
      arms.resize(std::min(arms.size(), half));
    }
  }
  arms = best(moves, arms);
  return arms.empty() ? best(moves, all).front() : arms.front();
}

}  // namespace jungle::test
