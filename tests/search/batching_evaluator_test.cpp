#include "search/batching_evaluator.hpp"

#include <atomic>
#include <stdexcept>
#include <thread>

#include <gtest/gtest.h>

#include "core/movegen.hpp"
#include "search/mcts/search.hpp"
#include "tests/search/mcts/support.hpp"
#include "tests/support/random_positions.hpp"

namespace jungle {
namespace {

// What the batches looked like. Fails, loudly, when two threads are inside at once.
struct Seen {
  std::atomic<int> inside{0};
  std::atomic<int> batches{0};
  std::atomic<int> positions{0};
  std::atomic<int> largest{0};
  std::atomic<bool> overlap{false};
};

class Watched final : public Evaluator {
 public:
  Watched(Seen& seen, int max_batch, bool fails = false)
      : seen_(seen), max_batch_(max_batch), fails_(fails) {}
  void evaluate(std::span<const EvalRequest> requests, std::span<EvalResult> results) override {
    if (seen_.inside.fetch_add(1) != 0) seen_.overlap = true;
    const auto size = static_cast<int>(requests.size());
    if (size > seen_.largest) seen_.largest = size;
    seen_.positions += size;
    ++seen_.batches;
    inner_.evaluate(requests, results);
    seen_.inside.fetch_sub(1);
    if (fails_) throw std::runtime_error("device lost");
  }
  int max_batch() const override { return max_batch_; }
  std::uint64_t id() const override { return 6; }
  std::string description() const override { return "watched"; }

 private:
  Seen& seen_;
  int max_batch_;
  bool fails_;
  test::HashEvaluator inner_;
};

// Each client asks for its own random positions, in its own batch size; the number of wrong answers.
int ask_from_threads(std::vector<std::unique_ptr<Evaluator>> clients, int rounds) {
  std::atomic<int> wrong{0};
  std::vector<std::jthread> threads;
  for (std::size_t t = 0; t < clients.size(); ++t)
    threads.emplace_back([&wrong, rounds, t, client = std::move(clients[t])] {
      const RuleSet rules;
      test::HashEvaluator plain;
      Rng rng({t});
      const std::vector<Position> positions = test::random_game_positions(rules, rounds + 8, rng);
      const std::size_t size = 1 + t % 3;
      for (std::size_t i = 0; i < static_cast<std::size_t>(rounds); ++i) {
        std::vector<MoveList> moves(size);
        std::vector<EvalRequest> requests(size);
        for (std::size_t k = 0; k < size; ++k) {
          generate_legal(positions[i + k], rules, moves[k]);
          requests[k] = {&positions[i + k], &rules, &moves[k], 0};
        }
        std::vector<EvalResult> results(size);
        std::vector<EvalResult> expected(size);
        client->evaluate(requests, results);
        plain.evaluate(requests, expected);
        for (std::size_t k = 0; k < size; ++k)
          wrong += results[k].priors[0] != expected[k].priors[0] ||
                   results[k].wdl_for_side_to_move != expected[k].wdl_for_side_to_move;
      }
    });
  threads.clear();
  return wrong;
}

TEST(BatchingEvaluator, GivesEachClientItsOwnResults) {
  Seen seen;
  EXPECT_EQ(ask_from_threads(BatchingEvaluator::share(std::make_unique<Watched>(seen, 64), 6), 400), 0);
  EXPECT_FALSE(seen.overlap);
  EXPECT_EQ(seen.positions, 400 * (1 + 2 + 3) * 2);
  EXPECT_LT(seen.batches, 6 * 400);
  EXPECT_GT(seen.largest, 3);
}

TEST(BatchingEvaluator, KeepsToTheLargestBatchOfItsInnerEvaluator) {
  Seen seen;
  EXPECT_EQ(ask_from_threads(BatchingEvaluator::share(std::make_unique<Watched>(seen, 4), 8), 200), 0);
  EXPECT_LE(seen.largest, 4);
  EXPECT_FALSE(seen.overlap);
}

TEST(BatchingEvaluator, AnIdleClientDoesNotBlockTheOthers) {
  Seen seen;
  auto clients =
      BatchingEvaluator::share(std::make_unique<Watched>(seen, 64), 3, std::chrono::microseconds(50));
  const std::unique_ptr<Evaluator> idle = std::move(clients.back());
  clients.pop_back();
  EXPECT_EQ(ask_from_threads(std::move(clients), 50), 0);
}

TEST(BatchingEvaluator, ADestroyedClientIsNoLongerWaitedFor) {
  Seen seen;
  // With this patience a wait for the destroyed client would outlast any test run.
  auto clients = BatchingEvaluator::share(std::make_unique<Watched>(seen, 64), 5, std::chrono::hours(1));
  clients.resize(2);
  clients.erase(clients.begin());
  EXPECT_EQ(ask_from_threads(std::move(clients), 50), 0);
  EXPECT_EQ(seen.batches, 50);
}

TEST(BatchingEvaluator, AFailureReachesEveryClientOfTheBatch) {
  Seen seen;
  auto clients =
      BatchingEvaluator::share(std::make_unique<Watched>(seen, 64, true), 3, std::chrono::hours(1));
  std::atomic<int> failures{0};
  {
    std::vector<std::jthread> threads;
    for (auto& client : clients)
      threads.emplace_back([&failures, client = std::move(client)] {
        const RuleSet rules;
        const Position start = Position::start(rules);
        MoveList moves;
        generate_legal(start, rules, moves);
        const EvalRequest request{&start, &rules, &moves, 0};
        EvalResult result;
        try {
          client->evaluate({&request, 1}, {&result, 1});
        } catch (const std::runtime_error&) {
          ++failures;
        }
      });
  }
  EXPECT_EQ(failures, 3);
}

TEST(BatchingEvaluator, FeedsTheThreadsOfOneSearch) {
  Seen seen;
  MctsPlayer player(BatchingEvaluator::share(std::make_unique<Watched>(seen, 64), 4),
                    {.params = {.batch = 4, .memory_mb = 64}});
  const Decision decision = player.choose_move(Game(RuleSet()), {.visits = 2000}, {});
  EXPECT_EQ(decision.nodes, 2000);
  EXPECT_FALSE(seen.overlap);
  EXPECT_LT(seen.batches, 1000);
}

}  // namespace
}  // namespace jungle
