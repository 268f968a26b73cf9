// Deeper is stronger: short matches of paired games from random openings.

#include <gtest/gtest.h>

#include "search/alphabeta/player.hpp"
#include "search/random_player.hpp"
#include "tests/support/random_positions.hpp"

namespace jungle {
namespace {

constexpr int kOpeningPlies = 6;
constexpr int kLongestGame = 200;

struct Contestant {
  Player& player;
  Limits limits;
};

double play_game(const Game& opening, const Contestant& red, const Contestant& blue) {
  Game game = opening;
  red.player.new_game();
  blue.player.new_game();
  while (game.outcome().is_ongoing() && game.plies() < kLongestGame) {
    const Contestant& mover = game.side_to_move() == Side::kRed ? red : blue;
    game.play(mover.player.choose_move(game, mover.limits, {}).move);
  }
  return game.outcome().is_ongoing() ? 0.5 : (1 + game.outcome().value_for(Side::kRed)) / 2.0;
}

// The first one's score, between 0 and 1.
double score_of_match(const Contestant& one, const Contestant& other, int pairs) {
  const RuleSet rules;
  Rng rng({71});
  double score = 0;
  for (int pair = 0; pair < pairs; ++pair) {
    Game opening(rules);
    for (int ply = 0; ply < kOpeningPlies; ++ply)
      opening.play(test::random_move(opening.position(), rules, rng));
    score += play_game(opening, one, other) + 1 - play_game(opening, other, one);
  }
  return score / (2 * pairs);
}

TEST(AlphaBetaStrength, DepthFourBeatsDepthTwo) {
  AlphaBetaPlayer deep("ab:depth=4", {.table_mb = 1});
  AlphaBetaPlayer shallow("ab:depth=2", {.table_mb = 1});
  EXPECT_GE(score_of_match({deep, {.depth = 4}}, {shallow, {.depth = 2}}, 10), 0.7);
}

TEST(AlphaBetaStrength, DepthTwoCrushesTheRandomPlayer) {
  AlphaBetaPlayer player("ab:depth=2", {.table_mb = 1});
  RandomPlayer random(1);
  EXPECT_GE(score_of_match({player, {.depth = 2}}, {random, {}}, 10), 0.98);
}

}  // namespace
}  // namespace jungle
