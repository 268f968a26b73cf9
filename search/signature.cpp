#include "search/signature.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "core/game.hpp"
#include "core/notation.hpp"
#include "search/alphabeta/player.hpp"
#include "search/mcts/search.hpp"
#include "search/uniform_evaluator.hpp"

namespace jungle {
namespace {

constexpr int kDepth = 9;
constexpr std::int64_t kVisits = 1000;

// Openings, middle games with attacks on the dens, trapped animals, rats in the river, and sparse endings.
constexpr std::array<std::string_view, 10> kPositions = {"l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L r 0 1",
                                                         "l5t/1d3c1/2p1w1e/r6/7/6R/E1W1P2/1C3D1/T5L b 6 4",
                                                         "6t/1d3c1/2p1w1e/r2l3/7/3T3/E1W1P1R/1C3D1/6L r 3 8",
                                                         "l6/2d2c1/2pTw1e/7/1r5/4R2/E1W4/1CP2D1/6L r 1 15",
                                                         "7/2dc3/3p2e/4R2/7/2r4/E2W3/2C1D2/2L4 b 12 30",
                                                         "7/3d3/2L1p2/7/3t3/7/4E2/2r1R2/2W4 r 20 41",
                                                         "2c4/4P2/7/7/7/1r5/6R/2l4/4E2 b 5 50",
                                                         "7/7/2T4/7/3l3/7/7/4t2/2L4 r 40 61",
                                                         "7/2w4/7/3e3/1R5/7/7/2D1r2/7 b 9 72",
                                                         "7/7/4e2/7/7/7/2R4/3P3/7 r 30 80"};

std::vector<Game> games(const RuleSet& rules) {
  std::vector<Game> games;
  for (std::string_view text : kPositions) {
    const Result<Position> position = parse_position(text);
    JUNGLE_CHECK(position.has_value());
    games.emplace_back(rules, *position);
    JUNGLE_CHECK(games.back().outcome().is_ongoing());
  }
  return games;
}

std::uint64_t alpha_beta_nodes(const RuleSet& rules) {
  AlphaBetaPlayer player("signature", {.table_mb = 1, .exact = false});
  std::uint64_t nodes = 0;
  for (const Game& game : games(rules)) {
    player.new_game();
    nodes += static_cast<std::uint64_t>(player.choose_move(game, {.depth = kDepth}, {}).nodes);
  }
  return nodes;
}

// Visits are what the search is given; where they go is how it behaves. So the visits of each root move
// count, weighted by the move's place in the generator's order.
std::uint64_t mcts_visits(const RuleSet& rules) {
  std::vector<std::unique_ptr<Evaluator>> evaluators;
  evaluators.push_back(std::make_unique<UniformEvaluator>());
  MctsPlayer player(std::move(evaluators), {});
  std::uint64_t sum = 0;
  for (const Game& game : games(rules)) {
    player.new_game();
    const Decision decision = player.choose_move(game, {.visits = kVisits}, {});
    MoveList moves;
    game.legal_moves(moves);
    for (const RootMove& root : decision.root_moves) {
      const auto place = std::ranges::find(moves, root.move) - moves.begin();
      sum += root.visits * static_cast<std::uint64_t>(place + 1);
    }
  }
  return sum;
}

}  // namespace

std::uint64_t search_signature() {
  std::uint64_t sum = 0;
  for (std::string_view name : RuleSet::preset_names()) {
    const RuleSet rules = *RuleSet::preset(name);
    sum += alpha_beta_nodes(rules) + mcts_visits(rules);
  }
  return sum;
}

}  // namespace jungle
