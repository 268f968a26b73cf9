#pragma once
// Evaluators whose answers are known beforehand.

#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>

#include "core/util/random.hpp"
#include "search/evaluator.hpp"
#include "selfplay/truth/truth_question.hpp"

namespace jungle::test {

// Knows the table by heart: certain of the result, and of a best move.
class TableEvaluator final : public Evaluator {
 public:
  explicit TableEvaluator(const EndgameTable& table) : table_(table) {}

  void evaluate(std::span<const EvalRequest> requests, std::span<EvalResult> results) override {
    for (std::size_t i = 0; i < requests.size(); ++i) {
      const auto question = truth_question(table_, *requests[i].rules, *requests[i].position);
      if (!question) throw std::runtime_error("not in the table");
      const int result = question->value.result_for_side_to_move;
      results[i].wdl_for_side_to_move = result > 0 ? Wdl{1, 0, 0} : result < 0 ? Wdl{0, 0, 1} : Wdl{0, 1, 0};
      results[i].priors.fill(0);
      for (int move = 0; move < question->moves.size(); ++move) {
        if (question->by_move[static_cast<std::size_t>(move)] != question->value) continue;
        results[i].priors[static_cast<std::size_t>(move)] = 1;
        break;
      }
    }
  }
  int max_batch() const override { return 16; }
  std::uint64_t id() const override { return 2; }
  std::string description() const override { return "the table"; }

 private:
  const EndgameTable& table_;
};

// Opinions without sense, which depend on the position alone.
class HashEvaluator final : public Evaluator {
 public:
  void evaluate(std::span<const EvalRequest> requests, std::span<EvalResult> results) override {
    for (std::size_t i = 0; i < requests.size(); ++i) {
      std::uint64_t state = requests[i].position->key();
      const auto next = [&state] { return static_cast<float>(splitmix64(state) >> 40) * 0x1.0p-24F; };
      const float win = next();
      const float draw = (1 - win) * next();
      results[i].wdl_for_side_to_move = {win, draw, 1 - win - draw};
      const int moves = requests[i].legal_moves->size();
      float sum = 0;
      for (int move = 0; move < moves; ++move)
        sum += results[i].priors[static_cast<std::size_t>(move)] = next();
      for (int move = 0; move < moves; ++move) results[i].priors[static_cast<std::size_t>(move)] /= sum;
    }
  }
  int max_batch() const override { return 7; }
  std::uint64_t id() const override { return 3; }
  std::string description() const override { return "hash"; }
};

}  // namespace jungle::test
