#include "search/mcts/search.hpp"

#include <numeric>

#include <gtest/gtest.h>

#include "core/movegen.hpp"
#include "core/notation.hpp"
#include "tests/search/mcts/support.hpp"
#include "tests/support/random_positions.hpp"

namespace jungle {
namespace {

using test::check_visits;
using test::game_from;
using test::make_player;
using test::Opinion;

TEST(Mcts, GainsExactlyTheVisitsAskedForAndTheyAddUp) {
  for (const Opinion opinion : {Opinion::kUniform, Opinion::kHash}) {
    for (const int visits : {1, 2, 17, 3000}) {
      auto player = make_player(opinion);
      const Decision decision = player->choose_move(Game(RuleSet()), {.visits = visits}, {});
      EXPECT_EQ(decision.nodes, visits);
      EXPECT_EQ(player->tree().root().visits(), static_cast<std::uint32_t>(visits));
      EXPECT_EQ(check_visits(player->tree()), visits);
    }
  }
}

TEST(Mcts, NodesMeanVisitsAndNoLimitMeansTheDefault) {
  auto player = make_player(Opinion::kUniform);
  EXPECT_EQ(player->choose_move(Game(RuleSet()), {.nodes = 123}, {}).nodes, 123);
  player->new_game();
  EXPECT_EQ(player->choose_move(Game(RuleSet()), {.depth = 3}, {}).nodes, MctsPlayer::kDefaultVisits);
}

TEST(Mcts, SameSearchSameDecision) {
  const auto run = [] {
    auto player = make_player(Opinion::kHash);
    Game game{RuleSet()};
    std::vector<Decision> decisions;
    for (int i = 0; i < 10; ++i) {
      decisions.push_back(player->choose_move(game, {.visits = 500}, {}));
      game.play(decisions.back().move);
    }
    return decisions;
  };
  const std::vector<Decision> first = run();
  const std::vector<Decision> second = run();
  for (std::size_t i = 0; i < first.size(); ++i) {
    ASSERT_EQ(first[i].principal_variation, second[i].principal_variation);
    ASSERT_EQ(first[i].wdl_for_side_to_move, second[i].wdl_for_side_to_move);
    for (std::size_t m = 0; m < first[i].root_moves.size(); ++m) {
      ASSERT_EQ(first[i].root_moves[m].visits, second[i].root_moves[m].visits);
      ASSERT_EQ(first[i].root_moves[m].mean_value, second[i].root_moves[m].mean_value);
    }
  }
}

TEST(Mcts, ReportsExactPriorsAndAConsistentRoot) {
  const Game game{RuleSet()};
  MoveList moves;
  game.legal_moves(moves);
  EvalResult raw;
  const EvalRequest request{&game.position(), &game.rules(), &moves, 0};
  test::HashEvaluator().evaluate({&request, 1}, {&raw, 1});

  const Decision decision = make_player(Opinion::kHash)->choose_move(game, {.visits = 1000}, {});
  ASSERT_EQ(decision.root_moves.size(), static_cast<std::size_t>(moves.size()));
  EXPECT_EQ(decision.move, decision.root_moves.front().move);
  EXPECT_EQ(decision.principal_variation.front(), decision.move);
  double value = raw.wdl_for_side_to_move.value();
  for (const RootMove& move : decision.root_moves) {
    const auto at =
        static_cast<std::size_t>(std::find(moves.begin(), moves.end(), move.move) - moves.begin());
    EXPECT_EQ(move.prior, raw.priors[at]);
    value += static_cast<double>(move.visits) * move.mean_value;
  }
  const Wdl wdl = decision.wdl_for_side_to_move;
  EXPECT_NEAR(wdl.value(), value / 1000, 1e-4);
  EXPECT_NEAR(wdl.win + wdl.draw + wdl.loss, 1, 1e-5);
  EXPECT_GT(wdl.draw, 0.05F);
  EXPECT_GT(decision.plies_left, 20);
}

TEST(Mcts, PlaysASingleLegalMoveAtOnce) {
  Rng rng({2});
  int seen = 0;
  while (seen < 5) {
    const Game game(RuleSet(), test::random_sparse_position(rng));
    MoveList moves;
    game.legal_moves(moves);
    if (moves.size() != 1) continue;
    const Decision decision = make_player(Opinion::kUniform)->choose_move(game, {.infinite = true}, {});
    EXPECT_EQ(decision.move, moves[0]);
    EXPECT_EQ(decision.nodes, 0);
    ++seen;
  }
}

TEST(Mcts, PrincipalVariationIsPlayable) {
  auto player = make_player(Opinion::kHash);
  Game game{RuleSet()};
  const Decision decision = player->choose_move(game, {.visits = 5000}, {});
  EXPECT_GT(decision.principal_variation.size(), 2U);
  for (const Move move : decision.principal_variation) {
    ASSERT_TRUE(is_legal(game.position(), game.rules(), move));
    game.play(move);
  }
}

TEST(Mcts, DiscountMakesANearerWinWorthMore) {
  MctsParams params{.value_discount = 0.9F, .solver = false, .memory_mb = 64};
  const auto value_of = [&](std::string_view position) {
    return make_player(Opinion::kUniform, params)
        ->choose_move(game_from(position), {.visits = 20000}, {})
        .wdl_for_side_to_move.value();
  };
  const float in_one = value_of("7/3L3/7/7/6r/7/7/7/7 r 0 1");
  const float in_three = value_of("7/7/3L3/7/6r/7/7/7/7 r 0 1");
  EXPECT_NEAR(in_one, 0.9, 0.03);
  EXPECT_NEAR(in_three, 0.729, 0.06);
}

TEST(Mcts, TemperatureVariesThePlayAndTheSeedNamesIt) {
  const auto moves_with_seed = [](std::uint64_t seed) {
    std::vector<std::unique_ptr<Evaluator>> evaluators;
    evaluators.push_back(test::make_evaluator(Opinion::kHash));
    MctsPlayer player(std::move(evaluators), {.params = {.memory_mb = 16}, .temperature = 1});
    player.set_seed(seed);
    Game game{RuleSet()};
    std::string text;
    for (int i = 0; i < 8; ++i) {
      const Move move = player.choose_move(game, {.visits = 60}, {}).move;
      text += to_string(move);
      game.play(move);
    }
    return text;
  };
  EXPECT_EQ(moves_with_seed(1), moves_with_seed(1));
  EXPECT_NE(moves_with_seed(1), moves_with_seed(2));
}

TEST(Mcts, CyclesWithoutADrawRuleEndAtTheLengthLimit) {
  // Two lions that can only shuffle; under `panther` nothing but max_plies ends this.
  const RuleSet rules = RuleSet::preset("panther")->with_max_plies(60);
  const Result<Position> position = parse_position("l6/7/7/7/7/7/7/7/6L r 0 1");
  Game game(rules, *position);
  auto player = make_player(Opinion::kUniform);
  while (game.outcome().is_ongoing()) {
    game.play(player->choose_move(game, {.visits = 300}, {}).move);
    check_visits(player->tree());
  }
  EXPECT_LE(game.plies(), 60);
}

TEST(Mcts, ARepetitionIsADrawInsideTheTree) {
  RuleFields fields;
  for (const Repetition repetition : {Repetition::kThirdIsDraw, Repetition::kNone}) {
    fields.repetition = repetition;
    Game game(RuleSet("repetition", fields));
    for (const std::string_view move : {"g3g4", "a7a6", "g4g3", "a6a7", "g3g4", "a7a6", "g4g3"})
      game.play(*parse_move(move));
    // Now a6a7 brings the start position back for the third time.
    auto player = make_player(Opinion::kHash, {.cpuct = 20, .memory_mb = 16});
    const Decision decision = player->choose_move(game, {.visits = 3000}, {});
    for (const RootMove& move : decision.root_moves) {
      if (to_string(move.move) != "a6a7") continue;
      EXPECT_GT(move.visits, 0U);
      EXPECT_EQ(move.mean_value == 0, repetition == Repetition::kThirdIsDraw);
    }
    check_visits(player->tree());
  }
}

TEST(Mcts, StopsEarlyAndSaysSoWhenMemoryIsFull) {
  auto player = make_player(Opinion::kUniform, {.memory_mb = 1});
  Game game{RuleSet()};
  for (int i = 0; i < 6; ++i) {
    const Decision decision = player->choose_move(game, {.visits = 1000000}, {});
    EXPECT_TRUE(decision.memory_full);
    EXPECT_GT(decision.nodes, 1000);
    EXPECT_LT(decision.nodes, 100000);
    EXPECT_LE(player->tree().memory().touched_bytes(), std::size_t{1} << 20);
    check_visits(player->tree());
    ASSERT_TRUE(is_legal(game.position(), game.rules(), decision.move));
    game.play(decision.move);
  }
}

TEST(Mcts, ShortcutsLeadToTheBlocksOfTheChain) {
  auto player = make_player(Opinion::kUniform);
  player->choose_move(Game(RuleSet()), {.visits = 2000}, {});
  const TreeMemory& memory = player->tree().memory();
  int followed = 0;
  std::vector<Node> open = {player->tree().root()};
  while (!open.empty()) {
    const Node node = open.back();
    open.pop_back();
    if (node.edges() == 0) continue;
    const EdgeList& edges = memory.edge_list(node.edges());
    const std::span<const UnitId> shortcuts = edges.later_blocks();
    for (int i = 0; i < edges.children(); ++i) {
      const NodeId child = player->tree().child(node, i);
      open.push_back(memory.node(child));
      const std::size_t place = static_cast<std::size_t>(i) / Siblings::kLanes;
      if (i % static_cast<int>(Siblings::kLanes) != 0 || place == 0 || place > shortcuts.size()) continue;
      ASSERT_EQ(shortcuts[place - 1], child);
      ++followed;
    }
  }
  EXPECT_GT(followed, 50);
}

TEST(Mcts, CountsOnPastTheLastIntegerOfAFloat) {
  Siblings siblings;
  Node node(siblings, 2);
  siblings.visits[2] = (1U << 24) - 1;
  siblings.value_sum[2] = to_fixed(1) * ((1 << 24) - 1);
  for (int i = 0; i < 1000; ++i) node.add_visit<false>({1, 0, 0}, 0);
  EXPECT_EQ(node.visits(), (1U << 24) + 999);
  EXPECT_EQ(node.mean_value(), 1);
  for (int i = 0; i < 1000; ++i) node.add_visit<true>({0, 0, 1}, 0);
  EXPECT_EQ(siblings.value_sum[2], to_fixed(1) * ((1 << 24) - 1));
}

}  // namespace
}  // namespace jungle
