#include "search/mcts/pool.hpp"

#include <algorithm>
#include <map>

#include <gtest/gtest.h>

#include "core/movegen.hpp"
#include "core/notation.hpp"
#include "tests/search/mcts/support.hpp"
#include "tests/support/random_positions.hpp"

namespace jungle {
namespace {

const MctsParams kParams{.value_discount = 0.98F, .noise_fraction = 0.25F, .memory_mb = 64};

std::vector<Game> starting_games(int count) {
  Rng rng({3});
  std::vector<Game> games;
  const std::vector<Position> positions = test::random_game_positions(RuleSet(), count, rng);
  for (const Position& position : positions) games.emplace_back(RuleSet().with_max_plies(200), position);
  return games;
}

PoolBudget budget_of(std::size_t game, int ply) {
  return {.visits = 40 + static_cast<int>(game) * 13 % 50,
          .root_noise = ply % 2 == 0,
          .noise_seed = game * 1000 + static_cast<std::uint64_t>(ply)};
}

bool same(const RootSummary& a, const RootSummary& b) {
  const auto same_move = [](const RootMove& x, const RootMove& y) {
    return x.move == y.move && x.visits == y.visits && x.prior == y.prior && x.mean_value == y.mean_value &&
           x.proven == y.proven;
  };
  return std::equal(a.moves.begin(), a.moves.end(), b.moves.begin(), b.moves.end(), same_move) &&
         a.raw_wdl == b.raw_wdl && a.mean_value == b.mean_value && a.wdl == b.wdl && a.proven == b.proven &&
         a.visits == b.visits;
}

Move best_move(const RootSummary& summary) {
  return std::max_element(summary.moves.begin(), summary.moves.end(),
                          [](const RootMove& a, const RootMove& b) { return a.visits < b.visits; })
      ->move;
}

// Plays some plies of each game in a pool of so many slots, with tree reuse; what each search found, by game.
std::vector<std::vector<RootSummary>> play(std::vector<Game> games, int slots, int plies) {
  test::HashEvaluator evaluator;
  SearchPool pool(evaluator, kParams, slots);
  std::vector<std::vector<RootSummary>> found(games.size());
  std::map<int, std::size_t> game_in;
  std::size_t next_game = 0;
  const auto begin_next = [&](int slot) {
    game_in.erase(slot);
    if (next_game == games.size()) return;
    game_in[slot] = next_game;
    pool.forget(slot);
    pool.start(slot, games[next_game], budget_of(next_game, 0));
    ++next_game;
  };
  for (int slot = 0; slot < slots; ++slot) begin_next(slot);
  while (!game_in.empty()) {
    const std::span<const int> finished = pool.step();
    for (const int slot : std::vector<int>(finished.begin(), finished.end())) {
      const std::size_t index = game_in.at(slot);
      Game& game = games[index];
      found[index].push_back(pool.result(slot));
      game.play(best_move(pool.result(slot)));
      const auto ply = static_cast<int>(found[index].size());
      if (ply == plies || !game.outcome().is_ongoing()) {
        begin_next(slot);
      } else {
        pool.start(slot, game, budget_of(index, ply));
      }
    }
  }
  return found;
}

TEST(MctsPool, AGameIsSearchedAlikeAloneAndAmongOthers) {
  const std::vector<Game> games = starting_games(24);
  const auto alone = play(games, 1, 6);
  for (const int slots : {3, 24}) {
    const auto together = play(games, slots, 6);
    for (std::size_t game = 0; game < games.size(); ++game) {
      ASSERT_EQ(alone[game].size(), together[game].size());
      for (std::size_t ply = 0; ply < alone[game].size(); ++ply)
        ASSERT_TRUE(same(alone[game][ply], together[game][ply])) << "game " << game << " ply " << ply;
    }
  }
}

TEST(MctsPool, VisitsAreExactAndAddUp) {
  const std::vector<Game> games = starting_games(12);
  const auto found = play(games, 4, 5);
  for (std::size_t game = 0; game < games.size(); ++game) {
    for (std::size_t ply = 0; ply < found[game].size(); ++ply) {
      const RootSummary& summary = found[game][ply];
      int sum = 1;
      for (const RootMove& move : summary.moves) sum += static_cast<int>(move.visits);
      EXPECT_EQ(summary.visits, sum);
      if (summary.proven == 0 && summary.moves.size() > 1) {
        EXPECT_GE(summary.visits, budget_of(game, static_cast<int>(ply)).visits);
      }
    }
  }
}

TEST(MctsPool, MovesAreParallelToTheGenerators) {
  const std::vector<Game> games = starting_games(5);
  const auto found = play(games, 2, 1);
  for (std::size_t game = 0; game < games.size(); ++game) {
    MoveList moves;
    games[game].legal_moves(moves);
    ASSERT_EQ(found[game][0].moves.size(), static_cast<std::size_t>(moves.size()));
    for (int i = 0; i < moves.size(); ++i)
      EXPECT_EQ(found[game][0].moves[static_cast<std::size_t>(i)].move, moves[i]);
  }
}

// Counts what reaches it: one position of each running slot at most in a batch.
class CountingEvaluator final : public Evaluator {
 public:
  void evaluate(std::span<const EvalRequest> requests, std::span<EvalResult> results) override {
    largest = std::max(largest, requests.size());
    total += requests.size();
    inner_.evaluate(requests, results);
  }
  int max_batch() const override { return 3; }
  std::uint64_t id() const override { return 78; }
  std::string description() const override { return "counting"; }

  std::size_t largest = 0;
  std::size_t total = 0;

 private:
  test::HashEvaluator inner_;
};

TEST(MctsPool, OneLeafInFlightPerSlotAndNoBatchAboveTheLimit) {
  CountingEvaluator evaluator;
  SearchPool pool(evaluator, kParams, 8);
  for (int slot = 0; slot < 8; ++slot) pool.start(slot, Game(RuleSet()), {.visits = 20});
  std::size_t before = 0;
  int finished = 0;
  while (finished < 8) {
    finished += static_cast<int>(pool.step().size());
    EXPECT_LE(evaluator.total - before, 8U);
    before = evaluator.total;
  }
  EXPECT_EQ(evaluator.largest, 3U);
  EXPECT_EQ(evaluator.total, 8U * 20U);
  EXPECT_EQ(pool.times().leaves, 8 * 20);
  EXPECT_TRUE(pool.step().empty());
}

TEST(MctsPool, AWonRootEndsAtOnceWithItsMoveVisited) {
  test::HashEvaluator evaluator;
  SearchPool pool(evaluator, kParams, 1);
  pool.start(0, test::game_from("7/3L3/7/7/6r/7/7/7/7 r 0 1"), {.visits = 1000});
  while (pool.step().empty()) {
  }
  const RootSummary& summary = pool.result(0);
  EXPECT_EQ(summary.proven, 1);
  EXPECT_EQ(to_string(best_move(summary)), "d8d9");
  EXPECT_EQ(summary.visits, 2);
  EXPECT_FLOAT_EQ(summary.mean_value, kParams.value_discount) << "a win one ply away";
  EXPECT_EQ(summary.wdl, (Wdl{1, 0, 0})) << "and a certain one";
}

TEST(MctsPool, ASingleLegalMoveIsEvaluatedAndNotSearched) {
  Rng rng({2});
  test::HashEvaluator evaluator;
  SearchPool pool(evaluator, kParams, 1);
  for (int seen = 0; seen < 5;) {
    const Game game(RuleSet(), test::random_sparse_position(rng));
    MoveList moves;
    game.legal_moves(moves);
    if (moves.size() != 1 || wins_at_once(game.position(), game.rules(), moves[0])) continue;
    pool.start(0, game, {.visits = 1000});
    while (pool.step().empty()) {
    }
    EXPECT_EQ(pool.result(0).visits, 1);
    EXPECT_EQ(pool.result(0).mean_value, pool.result(0).raw_wdl.value());
    ++seen;
  }
}

TEST(SearchPool, EndsWhateverThePriorsAre) {
  const test::Watchdog watchdog;
  test::NotANumber evaluator;
  SearchPool pool(evaluator, {.memory_mb = 16}, 1);
  pool.start(0, Game{RuleSet()}, {.visits = 50});
  while (pool.step().empty()) {
  }
  EXPECT_EQ(pool.result(0).visits, 50);
}

}  // namespace
}  // namespace jungle
