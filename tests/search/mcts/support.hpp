#pragma once
// What the tests of the tree search share.

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <thread>

#include "core/game.hpp"
#include "search/evaluator.hpp"
#include "search/mcts/search.hpp"

namespace jungle::test {

// Made-up opinions that depend on the whole request and nothing else: uneven trees without a net. Thread
// rule: safe.
class HashEvaluator final : public Evaluator {
 public:
  void evaluate(std::span<const EvalRequest> requests, std::span<EvalResult> results) override;
  int max_batch() const override { return 256; }
  std::uint64_t id() const override { return 77; }
  std::string description() const override { return "made-up"; }
};

// Priors that are no numbers. Thread rule: safe.
class NotANumber final : public Evaluator {
 public:
  void evaluate(std::span<const EvalRequest> requests, std::span<EvalResult> results) override {
    for (std::size_t i = 0; i < requests.size(); ++i)
      results[i].priors.fill(std::numeric_limits<float>::quiet_NaN());
  }
  int max_batch() const override { return 8; }
  std::uint64_t id() const override { return 1; }
  std::string description() const override { return "not a number"; }
};

enum class Opinion { kUniform, kHash };
std::unique_ptr<Evaluator> make_evaluator(Opinion opinion);
std::unique_ptr<MctsPlayer> make_player(Opinion opinion, const MctsParams& params = {.memory_mb = 64},
                                        int threads = 1);

// A game under `wango` (or another preset) from the text of a position.
Game game_from(std::string_view position, std::string_view preset = "wango");

// Ends the program with a message when it lives for more than five minutes: a hang must fail here, not where
// the whole run times out.
class Watchdog {
 public:
  Watchdog();

 private:
  std::jthread thread_;
};

// Checks every node of the tree: its visits are 1 + the sum over its children, nothing is in flight. Returns
// the number of visited nodes.
int check_visits(const Tree& tree);

}  // namespace jungle::test
