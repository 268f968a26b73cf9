#include "search/caching_evaluator.hpp"

#include <bit>
#include <thread>

#include <gtest/gtest.h>

#include "core/movegen.hpp"
#include "tests/search/mcts/support.hpp"
#include "tests/support/random_positions.hpp"

namespace jungle {
namespace {

// Answers by a hash of the request, and counts what reaches it.
class Counting final : public Evaluator {
 public:
  explicit Counting(std::uint64_t id = 5) : id_(id) {}
  void evaluate(std::span<const EvalRequest> requests, std::span<EvalResult> results) override {
    asked += static_cast<int>(requests.size());
    inner_.evaluate(requests, results);
  }
  int max_batch() const override { return 256; }
  std::uint64_t id() const override { return id_; }
  std::string description() const override { return "counting"; }

  int asked = 0;

 private:
  std::uint64_t id_;
  test::HashEvaluator inner_;
};

struct Asked {
  Position position;
  MoveList moves;
};

std::vector<Asked> random_requests(const RuleSet& rules, int count) {
  Rng rng({21});
  std::vector<Asked> asked;
  for (const Position& position : test::random_game_positions(rules, count, rng)) {
    asked.push_back({position, {}});
    generate_legal(position, rules, asked.back().moves);
  }
  return asked;
}

EvalResult ask(Evaluator& evaluator, const Asked& asked, const RuleSet& rules, int repetitions = 0) {
  const EvalRequest request{&asked.position, &rules, &asked.moves, repetitions};
  EvalResult result;
  result.priors.fill(-1);
  evaluator.evaluate({&request, 1}, {&result, 1});
  return result;
}

bool same_bits(const EvalResult& a, const EvalResult& b, int moves) {
  const auto equal = [](float x, float y) {
    return std::bit_cast<std::uint32_t>(x) == std::bit_cast<std::uint32_t>(y);
  };
  return a.wdl_for_side_to_move == b.wdl_for_side_to_move && equal(a.plies_left, b.plies_left) &&
         std::equal(a.priors.begin(), a.priors.begin() + moves, b.priors.begin(), equal);
}

TEST(CachingEvaluator, AHitEqualsAMissBitForBit) {
  const RuleSet rules;
  auto owned = std::make_unique<Counting>();
  Counting& inner = *owned;
  CachingEvaluator cached(std::move(owned), 16);
  test::HashEvaluator plain;
  const std::vector<Asked> asked = random_requests(rules, 3000);
  for (int round = 0; round < 2; ++round)
    for (const Asked& one : asked)
      ASSERT_TRUE(same_bits(ask(cached, one, rules), ask(plain, one, rules), one.moves.size()));
  EXPECT_LT(inner.asked, 3300);
  EXPECT_EQ(cached.stats().cache_lookups, 6000);
  EXPECT_EQ(cached.stats().cache_hits, 6000 - inner.asked);
}

TEST(CachingEvaluator, ABatchOfHitsAndMissesIsAnsweredInOrder) {
  const RuleSet rules;
  CachingEvaluator cached(std::make_unique<Counting>(), 16);
  test::HashEvaluator plain;
  const std::vector<Asked> asked = random_requests(rules, 200);
  for (std::size_t i = 0; i < asked.size(); i += 3) ask(cached, asked[i], rules);
  std::vector<EvalRequest> requests;
  for (const Asked& one : asked) requests.push_back({&one.position, &rules, &one.moves, 0});
  std::vector<EvalResult> results(requests.size());
  std::vector<EvalResult> expected(requests.size());
  cached.evaluate(requests, results);
  plain.evaluate(requests, expected);
  for (std::size_t i = 0; i < asked.size(); ++i)
    ASSERT_TRUE(same_bits(results[i], expected[i], asked[i].moves.size()));
}

TEST(CachingEvaluator, TellsApartAllThatAnEvaluationMayDependOn) {
  const RuleSet rules;
  const auto cache = std::make_shared<EvalCache>(std::size_t{1} << 20);
  auto owned = std::make_unique<Counting>(1);
  Counting& inner = *owned;
  CachingEvaluator cached(std::move(owned), cache);
  const std::vector<Asked> asked = random_requests(rules, 1);
  ask(cached, asked[0], rules);
  ask(cached, asked[0], rules);
  EXPECT_EQ(inner.asked, 1);
  ask(cached, asked[0], rules, 1);
  EXPECT_EQ(inner.asked, 2) << "repetitions";
  ask(cached, asked[0], *RuleSet::preset("leiden"));
  EXPECT_EQ(inner.asked, 3) << "rules";
  ask(cached, asked[0], rules);
  EXPECT_EQ(inner.asked, 3) << "the first rules again";

  auto owned_other = std::make_unique<Counting>(2);
  Counting& other = *owned_other;
  CachingEvaluator another(std::move(owned_other), cache);
  ask(another, asked[0], rules);
  EXPECT_EQ(other.asked, 1) << "another evaluator in the same cache";
  auto owned_twin = std::make_unique<Counting>(1);
  Counting& twin = *owned_twin;
  CachingEvaluator same(std::move(owned_twin), cache);
  ask(same, asked[0], rules);
  EXPECT_EQ(twin.asked, 0) << "an equal evaluator in the same cache";
}

TEST(CachingEvaluator, MemoryIsBoundedAndOldEntriesMakeRoom) {
  const RuleSet rules;
  const auto cache = std::make_shared<EvalCache>(std::size_t{1} << 18);
  EXPECT_LE(cache->bytes(), std::size_t{1} << 18);
  auto owned = std::make_unique<Counting>();
  Counting& inner = *owned;
  CachingEvaluator cached(std::move(owned), cache);
  const std::vector<Asked> asked = random_requests(rules, 5000);
  ASSERT_GT(asked.size(), cache->capacity() * 3);
  for (const Asked& one : asked) ask(cached, one, rules);
  const int before = inner.asked;
  ask(cached, asked.back(), rules);
  EXPECT_EQ(inner.asked, before) << "the newest is still there";
  ask(cached, asked[100], rules);  // deep in the first game: met once
  EXPECT_EQ(inner.asked, before + 1) << "an old one is not";
}

TEST(CachingEvaluator, ThreadsShareACache) {
  const RuleSet rules;
  const auto cache = std::make_shared<EvalCache>(std::size_t{1} << 18);
  const std::vector<Asked> asked = random_requests(rules, 1000);
  std::atomic<int> wrong{0};
  {
    std::vector<std::jthread> threads;
    for (int t = 0; t < 4; ++t)
      threads.emplace_back([&, t] {
        CachingEvaluator cached(std::make_unique<Counting>(), cache);
        test::HashEvaluator plain;
        Rng rng({static_cast<std::uint64_t>(t)});
        for (int i = 0; i < 3000; ++i) {
          const Asked& one = asked[rng.below(asked.size())];
          if (!same_bits(ask(cached, one, rules), ask(plain, one, rules), one.moves.size())) ++wrong;
        }
      });
  }
  EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace jungle
