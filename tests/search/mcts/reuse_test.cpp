#include <optional>

#include <gtest/gtest.h>

#include "core/movegen.hpp"
#include "search/mcts/worker.hpp"
#include "tests/search/mcts/support.hpp"
#include "tests/support/random_positions.hpp"

namespace jungle {
namespace {

using test::check_visits;
using test::make_player;
using test::Opinion;

std::uint32_t visits_of(const Tree& tree, Move move, const Position& position) {
  const EdgeList& edges = tree.root_edges();
  for (int i = 0; i < edges.children(); ++i)
    if (edges.edges[static_cast<std::size_t>(i)].move(position) == move)
      return tree.memory().node(tree.child(tree.root(), i)).visits();
  return 0;
}

TEST(MctsReuse, TheMovesPlayedKeepTheirVisits) {
  auto player = make_player(Opinion::kHash);
  Game game{RuleSet()};
  for (int i = 0; i < 20; ++i) {
    const Decision decision = player->choose_move(game, {.visits = 400}, {});
    const std::uint32_t kept = visits_of(player->tree(), decision.move, game.position());
    game.play(decision.move);
    if (!game.outcome().is_ongoing()) break;
    const Decision next = player->choose_move(game, {.visits = 100}, {});
    ASSERT_EQ(player->tree().root().visits(), kept + 100);
    ASSERT_EQ(next.nodes, 100);
    ASSERT_EQ(next.root_moves.size(), static_cast<std::size_t>(count_legal(game.position(), game.rules())));
    for (const RootMove& move : next.root_moves)
      ASSERT_TRUE(is_legal(game.position(), game.rules(), move.move));
    check_visits(player->tree());
  }
}

TEST(MctsReuse, CanBeSwitchedOffAndEndsWithTheGame) {
  Game game{RuleSet()};
  for (const bool reuse : {false, true}) {
    auto player = make_player(Opinion::kHash, {.tree_reuse = reuse, .memory_mb = 16});
    Game along = game;
    along.play(player->choose_move(along, {.visits = 500}, {}).move);
    player->choose_move(along, {.visits = 100}, {});
    EXPECT_EQ(player->tree().root().visits() > 100, reuse);
    player->new_game();
    player->choose_move(along, {.visits = 100}, {});
    EXPECT_EQ(player->tree().root().visits(), 100U);
  }
}

TEST(MctsReuse, AnotherGameIsNotMistakenForThisOne) {
  auto player = make_player(Opinion::kHash);
  Game game{RuleSet()};
  player->choose_move(game, {.visits = 500}, {});
  const Game other_rules(*RuleSet::preset("leiden"));
  player->choose_move(other_rules, {.visits = 100}, {});
  EXPECT_EQ(player->tree().root().visits(), 100U);

  MoveList moves;
  game.legal_moves(moves);
  Game one = game;
  one.play(moves[0]);
  Game other = game;
  other.play(moves[1]);
  player->choose_move(one, {.visits = 100}, {});
  player->choose_move(other, {.visits = 100}, {});
  EXPECT_EQ(player->tree().root().visits(), 100U);
}

TEST(MctsReuse, MemoryStaysFlatOverALongGame) {
  Rng rng({4});
  auto player = make_player(Opinion::kHash, {.memory_mb = 64});
  Game game(RuleSet::preset("panther")->with_max_plies(60000));
  std::size_t after_warm_up = 0;
  int ply = 0;
  for (; ply < 400; ++ply) {
    player->choose_move(game, {.visits = 200}, {});
    game.play(test::random_move(game.position(), game.rules(), rng));
    if (!game.outcome().is_ongoing()) game = Game(game.rules());
    if (ply == 100) after_warm_up = player->tree().memory().touched_bytes();
  }
  EXPECT_LE(player->tree().memory().touched_bytes(), after_warm_up * 3 / 2);
  EXPECT_LT(after_warm_up, 2U << 20);
}

TEST(MctsReuse, ARootWithoutRoomForItsChildrenBeginsAnewAndSaysSo) {
  test::HashEvaluator evaluator;
  const MctsParams params;
  Tree tree(std::size_t{1} << 16, 1);
  Worker<false> worker(tree, params, 0);
  Game game{RuleSet()};
  MoveList moves;
  const auto open = [&] {
    game.legal_moves(moves);
    const EvalRequest request{&game.position(), &game.rules(), &moves, game.repetitions()};
    EvalResult result;
    evaluator.evaluate({&request, 1}, {&result, 1});
    return tree.open_root(game, moves, result, params.solver);
  };
  tree.set_root(game, false);
  EXPECT_FALSE(open()) << "fresh";
  worker.start(game);
  Leaf leaf;
  // A node with two visits has edges, and room for the first few children only.
  const auto child_with_two_visits = [&]() -> std::optional<Move> {
    for (const Move move : moves)
      if (visits_of(tree, move, game.position()) == 2) return move;
    return std::nullopt;
  };
  while (!child_with_two_visits()) {
    if (worker.descend(leaf) != Descent::kLeaf) continue;
    const EvalRequest request = leaf.request(game.rules());
    EvalResult result;
    evaluator.evaluate({&request, 1}, {&result, 1});
    worker.complete(leaf, result);
  }
  game.play(*child_with_two_visits());
  tree.set_root(game, true);
  EXPECT_EQ(tree.root().visits(), 2U);
  while (tree.allocator(0).new_siblings() != 0) {
  }
  EXPECT_FALSE(open());
  EXPECT_EQ(tree.root().visits(), 1U) << "what it had is gone";
  tree.set_root(game, true);
  EXPECT_TRUE(open());
}

}  // namespace
}  // namespace jungle
