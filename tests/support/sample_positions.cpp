#include "tests/support/sample_positions.hpp"

#include "core/util/random.hpp"

namespace jungle::test {

std::vector<SamplePosition> sample_positions(const RuleSet& rules, int count, std::uint64_t seed) {
  constexpr std::uint64_t kStride = 5;  // neighbours in a game are too alike
  std::vector<SamplePosition> samples;
  Rng rng({seed});
  while (std::ssize(samples) < count) {
    Game game(rules);
    for (MoveList moves; game.outcome().is_ongoing() && std::ssize(samples) < count;) {
      game.legal_moves(moves);
      if (rng.below(kStride) == 0) samples.push_back({game.position(), moves, game.repetitions()});
      game.play(moves[static_cast<int>(rng.below(static_cast<std::uint64_t>(moves.size())))]);
    }
  }
  return samples;
}

}  // namespace jungle::test
