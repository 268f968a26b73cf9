#include "bench/measure/positions.hpp"

#include "tests/support/positions.hpp"
#include "tests/support/random_positions.hpp"

namespace jungle::bench {

const RuleSet& rules() {
  static const RuleSet rules;
  return rules;
}

const std::vector<Position>& game_positions() {
  static const std::vector<Position> positions = [] {
    Rng rng({1024});
    return test::random_game_positions(rules(), 1024, rng);
  }();
  return positions;
}

std::vector<Game> fixed_games() {
  std::vector<Game> games;
  for (const test::FixedPosition& fixed : test::fixed_positions()) {
    if (fixed.preset == rules().name()) games.emplace_back(rules(), fixed.position());
  }
  return games;
}

}  // namespace jungle::bench
