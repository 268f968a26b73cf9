// What searches prove by themselves, without an endgame table, held against the tables of two and three
// animals. Under rules without draw rules both speak of the same game.

#include <gtest/gtest.h>

#include "core/notation.hpp"
#include "search/alphabeta/search.hpp"
#include "tests/search/endings/solved_endings.hpp"

namespace jungle {
namespace {

using test::random_endings;
using test::Search;
using test::SolvedEndings;

class SearchProofs : public testing::TestWithParam<std::string_view> {
 protected:
  SolvedEndings endings{test::without_draw_rules(GetParam())};
};

// A proof says that the game can be won within so many plies: it may be longer than the shortest way, never
// shorter.
void expect_no_contradiction(const SolvedEndings& endings, const Position& position, const RootMove& move) {
  if (move.proven == 0) return;
  const EndgameValue theirs = endings.value(position.after(move.move, endings.rules()));
  const std::string where = to_string(position) + " " + to_string(move.move);
  EXPECT_EQ(move.proven, -theirs.result_for_side_to_move) << where;
  EXPECT_GE(move.plies_to_end, theirs.plies + 1) << where;
}

int count_proofs(const SolvedEndings& endings, Search search, const Limits& limits, int count) {
  Rng rng({41});
  const auto player = test::make_searcher(search, nullptr);
  int proofs = 0;
  for (const Position& position : random_endings(endings.rules(), count, 3, rng)) {
    player->new_game();
    const Decision decision = player->choose_move(Game(endings.rules(), position), limits, {});
    for (const RootMove& move : decision.root_moves) {
      expect_no_contradiction(endings, position, move);
      proofs += move.proven != 0 ? 1 : 0;
    }
  }
  return proofs;
}

TEST_P(SearchProofs, ExactAlphaBetaFindsEveryWinAndLossWithinItsDepthAndNoOther) {
  using namespace alphabeta;
  constexpr int kDepth = 5;
  const EvalTables tables(endings.rules());
  Rng rng({42});
  int decided = 0;
  for (const Position& position : random_endings(endings.rules(), 2000, 3, rng)) {
    Memory memory(0);
    Stopper stopper({}, {});
    alphabeta::Search search(Game(endings.rules(), position), {.table_mb = 0, .exact = true}, tables, memory,
                             stopper);
    for (int depth = 1; depth <= kDepth; ++depth) ASSERT_TRUE(search.deepen(depth));
    const EndgameValue value = endings.value(position);
    if (value.result_for_side_to_move != 0 && value.plies <= kDepth) {
      ++decided;
      EXPECT_EQ(search.score(),
                value.result_for_side_to_move > 0 ? win_in(value.plies) : loss_in(value.plies))
          << to_string(position);
    } else {
      EXPECT_FALSE(is_proven(search.score())) << to_string(position);
    }
  }
  EXPECT_GT(decided, 500);
}

TEST_P(SearchProofs, AlphaBetaNeverContradictsTheTable) {
  for (const int depth : {3, 4, 5, 8})
    EXPECT_GT(count_proofs(endings, Search::kAlphaBeta, {.depth = depth}, 3000), 1000);
}

TEST_P(SearchProofs, TheSolverNeverContradictsTheTable) {
  EXPECT_GT(count_proofs(endings, Search::kTree, {.visits = 300}, 2000), 1000);
}

TEST_P(SearchProofs, TheSolverOfTwoThreadsNeverContradictsTheTable) {
  EXPECT_GT(count_proofs(endings, Search::kTreeOfTwoThreads, {.visits = 300}, 500), 250);
}

INSTANTIATE_TEST_SUITE_P(Rules, SearchProofs, testing::Values("panther", "leiden", "wango"),
                         [](const auto& rules) { return std::string(rules.param); });

}  // namespace
}  // namespace jungle
