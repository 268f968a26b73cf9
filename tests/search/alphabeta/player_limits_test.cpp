// Whatever the limit, a legal move; the same search twice is the same.

#include <thread>

#include <gtest/gtest.h>

#include "core/movegen.hpp"
#include "core/notation.hpp"
#include "search/alphabeta/player.hpp"
#include "tests/support/positions.hpp"
#include "tests/support/random_positions.hpp"

namespace jungle {
namespace {

void expect_consistent(const Game& game, const Decision& decision) {
  MoveList legal;
  game.legal_moves(legal);
  EXPECT_TRUE(is_legal(game.position(), game.rules(), decision.move)) << to_string(game.position());
  const Wdl& wdl = decision.wdl_for_side_to_move;
  EXPECT_NEAR(wdl.win + wdl.draw + wdl.loss, 1.0F, 1e-5F);
  if (!decision.principal_variation.empty()) {
    EXPECT_EQ(decision.principal_variation.front(), decision.move);
  }
  Game line = game;
  for (Move move : decision.principal_variation) {
    ASSERT_TRUE(line.outcome().is_ongoing()) << to_string(game.position());
    ASSERT_TRUE(is_legal(line.position(), line.rules(), move)) << to_string(game.position());
    line.play(move);
  }
  if (!decision.root_moves.empty()) {
    EXPECT_EQ(decision.root_moves.size(), static_cast<std::size_t>(legal.size()));
    EXPECT_EQ(decision.root_moves.front().move, decision.move);
  }
}

TEST(AlphaBetaLimits, EveryLimitGivesALegalMoveUnderEveryRuleSet) {
  constexpr Limits kLimits[] = {
      {.depth = 1}, {.depth = 5}, {.nodes = 1}, {.nodes = 3000}, {.movetime_ms = 1}};
  for (const RuleSet& rules : test::conformance_rule_sets()) {
    AlphaBetaPlayer player("ab", {.table_mb = 1});
    Rng rng({51});
    for (int i = 0; i < 15; ++i) {
      const Game game(rules,
                      i % 3 == 0 ? test::random_crowded_position(rng) : test::random_sparse_position(rng));
      if (!game.outcome().is_ongoing()) continue;
      expect_consistent(game, player.choose_move(game, kLimits[i % 5], {}));
    }
  }
}

TEST(AlphaBetaLimits, AnInstantStopStillGivesALegalMove) {
  AlphaBetaPlayer player("ab");
  const Game game{RuleSet()};
  std::stop_source source;
  source.request_stop();
  const Decision decision = player.choose_move(game, {.infinite = true}, source.get_token());
  expect_consistent(game, decision);
  EXPECT_EQ(decision.nodes, 0);
}

TEST(AlphaBetaLimits, AnInfiniteSearchEndsWhenStopped) {
  AlphaBetaPlayer player("ab");
  const Game game{RuleSet()};
  std::stop_source source;
  std::jthread stopper([&source] {
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    source.request_stop();
  });
  const Decision decision = player.choose_move(game, {.infinite = true}, source.get_token());
  expect_consistent(game, decision);  // that it returned at all is the point
}

TEST(AlphaBetaLimits, NodesAreCountedToTheNode) {
  AlphaBetaPlayer player("ab");
  const Game game{RuleSet()};
  for (std::int64_t nodes : {1, 100, 1023, 1024, 5000, 20001})
    EXPECT_EQ(player.choose_move(game, {.nodes = nodes}, {}).nodes, nodes);
}

TEST(AlphaBetaLimits, DepthIsTheDepthReached) {
  AlphaBetaPlayer player("ab");
  const Game game{RuleSet()};
  for (int depth : {1, 4, 7}) EXPECT_EQ(player.choose_move(game, {.depth = depth}, {}).depth, depth);
  EXPECT_EQ(player.choose_move(game, {}, {}).depth, AlphaBetaPlayer::kDefaultDepth);
}

TEST(AlphaBetaLimits, TheSameSearchWithAFreshTableIsTheSame) {
  AlphaBetaPlayer one("ab");
  AlphaBetaPlayer other("ab");
  for (const test::FixedPosition& fixed : test::fixed_positions()) {
    const Game game(fixed.rules(), fixed.position());
    for (const Limits& limits : {Limits{.nodes = 30000}, Limits{.depth = 7}}) {
      one.new_game();
      const Decision first = one.choose_move(game, limits, {});
      other.new_game();
      const Decision second = other.choose_move(game, limits, {});
      EXPECT_EQ(first.move, second.move) << fixed.name;
      EXPECT_EQ(first.nodes, second.nodes) << fixed.name;
      EXPECT_EQ(first.principal_variation, second.principal_variation) << fixed.name;
      EXPECT_EQ(first.wdl_for_side_to_move, second.wdl_for_side_to_move) << fixed.name;
      expect_consistent(game, first);
    }
  }
}

TEST(AlphaBetaLimits, ATableFilledUnderOtherRulesIsNotUsed) {
  const test::FixedPosition& fixed = test::fixed_position("ending_elephant_rat");
  AlphaBetaPlayer mixed("ab");
  mixed.choose_move(Game(*RuleSet::preset("wango"), fixed.position()), {.depth = 9}, {});
  AlphaBetaPlayer fresh("ab");
  const Game game(*RuleSet::preset("leiden"), fixed.position());
  EXPECT_EQ(mixed.choose_move(game, {.depth = 9}, {}).nodes, fresh.choose_move(game, {.depth = 9}, {}).nodes);
}

TEST(AlphaBetaLimits, ASingleLegalMoveIsPlayedAtOnce) {
  // The cat in the corner has one way out.
  const Game game(RuleSet(), *parse_position("7/7/7/7/7/7/7/E6/c5R b 0 1"));
  MoveList legal;
  game.legal_moves(legal);
  ASSERT_EQ(legal.size(), 1);
  AlphaBetaPlayer player("ab");
  const Decision decision = player.choose_move(game, {.infinite = true}, {});
  EXPECT_EQ(decision.move, legal[0]);
  EXPECT_EQ(decision.nodes, 0);
}

}  // namespace
}  // namespace jungle
