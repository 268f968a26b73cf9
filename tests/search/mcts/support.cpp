#include "tests/search/mcts/support.hpp"

#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <mutex>

#include <gtest/gtest.h>

#include "core/notation.hpp"
#include "core/util/random.hpp"
#include "search/uniform_evaluator.hpp"

namespace jungle::test {

void HashEvaluator::evaluate(std::span<const EvalRequest> requests, std::span<EvalResult> results) {
  for (std::size_t i = 0; i < requests.size(); ++i) {
    const Position& position = *requests[i].position;
    Rng rng({position.key(), static_cast<std::uint64_t>(position.plies_since_capture()),
             static_cast<std::uint64_t>(requests[i].repetitions)});
    const auto win = static_cast<float>(rng.uniform());
    const auto draw = static_cast<float>(rng.uniform()) * (1 - win);
    results[i].wdl_for_side_to_move = {win, draw, 1 - win - draw};
    results[i].plies_left = static_cast<float>(20 + rng.below(80));
    float sum = 0;
    const auto count = static_cast<std::size_t>(requests[i].legal_moves->size());
    for (std::size_t m = 0; m < count; ++m)
      sum += results[i].priors[m] = static_cast<float>(0.01 + rng.uniform() * rng.uniform());
    for (std::size_t m = 0; m < count; ++m) results[i].priors[m] /= sum;
  }
}

std::unique_ptr<Evaluator> make_evaluator(Opinion opinion) {
  if (opinion == Opinion::kUniform) return std::make_unique<UniformEvaluator>();
  return std::make_unique<HashEvaluator>();
}

std::unique_ptr<MctsPlayer> make_player(Opinion opinion, const MctsParams& params, int threads) {
  std::vector<std::unique_ptr<Evaluator>> evaluators;
  for (int i = 0; i < threads; ++i) evaluators.push_back(make_evaluator(opinion));
  return std::make_unique<MctsPlayer>(std::move(evaluators), MctsPlayerOptions{.params = params});
}

Game game_from(std::string_view position, std::string_view preset) {
  const Result<Position> parsed = parse_position(position);
  EXPECT_TRUE(parsed) << position;
  return Game(*RuleSet::preset(preset), *parsed);
}

Watchdog::Watchdog()
    : thread_([](const std::stop_token& stop) {
        std::mutex mutex;
        std::condition_variable_any never;
        std::unique_lock lock(mutex);
        never.wait_for(lock, stop, std::chrono::minutes(5), [] { return false; });
        if (stop.stop_requested()) return;
        std::fputs("watchdog: the test hangs\n", stderr);
        std::abort();
      }) {}

int check_visits(const Tree& tree) {
  int visited = 0;
  std::vector<Node> open = {tree.root()};
  while (!open.empty()) {
    const Node node = open.back();
    open.pop_back();
    EXPECT_EQ(node.in_flight(), 0U);
    EXPECT_NE(node.state(), NodeState::pending());
    visited += node.visits() > 0;
    if (node.edges() == 0) continue;
    const EdgeList& edges = tree.memory().edge_list(node.edges());
    std::uint64_t sum = 1;
    for (int i = 0; i < edges.children(); ++i) {
      open.push_back(tree.memory().node(tree.child(node, i)));
      sum += open.back().visits();
    }
    EXPECT_EQ(node.visits(), sum);
  }
  return visited;
}

}  // namespace jungle::test
