#include <atomic>
#include <chrono>
#include <memory>
#include <stdexcept>
#include <thread>

#include <gtest/gtest.h>

#include "core/movegen.hpp"
#include "tests/search/mcts/support.hpp"

namespace jungle {
namespace {

using test::check_visits;
using test::make_player;
using test::Opinion;

TEST(MctsThreads, GainExactlyTheVisitsAskedFor) {
  for (const int batch : {1, 8}) {
    for (const int threads : {1, 2, 4}) {
      auto player = make_player(Opinion::kHash, {.batch = batch, .memory_mb = 64}, threads);
      Game game{RuleSet()};
      for (int i = 0; i < 4; ++i) {
        const std::uint32_t before = i == 0 ? 0 : player->tree().root().visits();
        const Decision decision = player->choose_move(game, {.visits = 1500}, {});
        ASSERT_EQ(decision.nodes, 1500);
        ASSERT_EQ(player->tree().root().visits(), before + 1500);
        check_visits(player->tree());
      }
    }
  }
}

TEST(MctsThreads, StopAtAnyInstantWithALegalMove) {
  const test::Watchdog watchdog;
  Rng rng({8});
  auto player = make_player(Opinion::kHash, {.batch = 4, .memory_mb = 64}, 4);
  Game game{RuleSet()};
  for (int i = 0; i < 60; ++i) {
    std::stop_source stop;
    const auto delay = std::chrono::microseconds(rng.below(3000));
    std::jthread stopper([&] {
      std::this_thread::sleep_for(delay);
      stop.request_stop();
    });
    const Decision decision = player->choose_move(game, {.infinite = true}, stop.get_token());
    ASSERT_TRUE(is_legal(game.position(), game.rules(), decision.move));
    check_visits(player->tree());
    game.play(decision.move);
    if (!game.outcome().is_ongoing()) game = Game(RuleSet());
  }
}

TEST(MctsThreads, AStopRequestedBeforehandStillGivesAMove) {
  const test::Watchdog watchdog;
  std::stop_source stop;
  stop.request_stop();
  auto player = make_player(Opinion::kHash, {.memory_mb = 16}, 2);
  const Game game{RuleSet()};
  const Decision decision = player->choose_move(game, {.infinite = true}, stop.get_token());
  EXPECT_TRUE(is_legal(game.position(), game.rules(), decision.move));
  EXPECT_EQ(decision.nodes, 1);
}

TEST(MctsThreads, MoveTimeEndsASearch) {
  auto player = make_player(Opinion::kUniform, {.memory_mb = 256}, 2);
  const Decision decision = player->choose_move(Game(RuleSet()), {.movetime_ms = 20}, {});
  EXPECT_GT(decision.nodes, 0);
  check_visits(player->tree());
}

TEST(MctsThreads, FullMemoryStopsThemAll) {
  const test::Watchdog watchdog;
  auto player = make_player(Opinion::kUniform, {.batch = 4, .memory_mb = 1}, 4);
  const Decision decision = player->choose_move(Game(RuleSet()), {.visits = 1000000}, {});
  EXPECT_TRUE(decision.memory_full);
  check_visits(player->tree());
}

TEST(MctsThreads, ManyThreadsInATinyTreeDoNotHang) {
  const test::Watchdog watchdog;
  // Two animals, few moves: descents collide all the time, and much of the tree is proven.
  for (int i = 0; i < 20; ++i) {
    auto player = make_player(Opinion::kHash, {.batch = 8, .memory_mb = 16}, 6);
    const Decision decision =
        player->choose_move(test::game_from("7/7/3L3/7/7/7/2r4/7/7 b 0 1"), {.visits = 3000}, {});
    ASSERT_FALSE(decision.root_moves.empty());
    check_visits(player->tree());
  }
}

// Gives up once, after so many evaluations by all its copies.
class FailingEvaluator final : public Evaluator {
 public:
  explicit FailingEvaluator(std::shared_ptr<std::atomic<int>> left) : left_(std::move(left)) {}
  void evaluate(std::span<const EvalRequest> requests, std::span<EvalResult> results) override {
    if (left_->fetch_sub(1) == 0) throw std::runtime_error("a broken net");
    inner_.evaluate(requests, results);
  }
  int max_batch() const override { return inner_.max_batch(); }
  std::uint64_t id() const override { return inner_.id(); }
  std::string description() const override { return "failing"; }

 private:
  std::shared_ptr<std::atomic<int>> left_;
  test::HashEvaluator inner_;
};

TEST(MctsThreads, AnEvaluatorsExceptionEndsTheSearchAndReachesTheCaller) {
  const test::Watchdog watchdog;
  for (const int threads : {1, 4}) {
    for (const int evaluations : {0, 1, 50, 333}) {
      const auto left = std::make_shared<std::atomic<int>>(evaluations);
      std::vector<std::unique_ptr<Evaluator>> evaluators;
      for (int i = 0; i < threads; ++i) evaluators.push_back(std::make_unique<FailingEvaluator>(left));
      MctsPlayer player(std::move(evaluators), {.params = {.batch = 4, .memory_mb = 16}});
      const Game game{RuleSet()};
      EXPECT_THROW(player.choose_move(game, {.infinite = true}, {}), std::runtime_error);
      EXPECT_EQ(player.choose_move(game, {.visits = 500}, {}).nodes, 500) << "it can go on";
      check_visits(player.tree());
    }
  }
}

}  // namespace
}  // namespace jungle
