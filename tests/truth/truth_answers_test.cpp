#include "selfplay/truth/truth_answers.hpp"

#include <gtest/gtest.h>

#include "search/mcts/search.hpp"
#include "selfplay/truth/truth_sample.hpp"
#include "tests/support/small_tablebase.hpp"
#include "tests/truth/answerers.hpp"

namespace jungle {
namespace {

std::vector<TruthQuestion> questions(const RuleSet& rules, int count) {
  const test::SmallTablebase tables;
  std::vector<TruthQuestion> all;
  for (const Position& position : truth_sample(rules, 2, count))
    all.push_back(*truth_question(tables.table(), rules, position));
  return all;
}

TEST(TruthAnswers, OfTheNetAloneAreItsOpinionAndItsLikeliestMove) {
  const RuleSet rules;
  const std::vector<TruthQuestion> asked = questions(rules, 30);
  test::HashEvaluator evaluator;
  const std::vector<TruthAnswer> answers = raw_answers(evaluator, rules, asked);
  ASSERT_EQ(answers.size(), asked.size());
  for (std::size_t i = 0; i < asked.size(); ++i) {
    const EvalRequest request{
        .position = &asked[i].position, .rules = &rules, .legal_moves = &asked[i].moves};
    EvalResult result;
    evaluator.evaluate({&request, 1}, {&result, 1});
    EXPECT_EQ(answers[i].wdl_for_side_to_move, result.wdl_for_side_to_move);
    for (int move = 0; move < asked[i].moves.size(); ++move)
      EXPECT_LE(result.priors[static_cast<std::size_t>(move)],
                result.priors[static_cast<std::size_t>(answers[i].move)]);
  }
}

TEST(TruthAnswers, OfASearchAreThoseOfAPlayerInAMatch) {
  const RuleSet rules;
  const std::vector<TruthQuestion> asked = questions(rules, 100);
  test::HashEvaluator evaluator;
  constexpr int kVisits = 60;
  const std::vector<TruthAnswer> answers = search_answers(evaluator, rules, asked, kVisits, {});
  ASSERT_EQ(answers.size(), asked.size());
  for (std::size_t i = 0; i < asked.size(); ++i) {
    std::vector<std::unique_ptr<Evaluator>> own;
    own.push_back(std::make_unique<test::HashEvaluator>());
    MctsPlayer player(std::move(own), {.params = {.memory_mb = 4}});
    const Decision decision =
        player.choose_move(Game(rules, asked[i].position), {.visits = kVisits}, std::stop_token());
    EXPECT_EQ(asked[i].moves[answers[i].move], decision.move);
    EXPECT_EQ(answers[i].wdl_for_side_to_move, decision.wdl_for_side_to_move);
  }
}

TEST(TruthAnswers, OfASearchThatIsStoppedAreNone) {
  const RuleSet rules;
  const std::vector<TruthQuestion> asked = questions(rules, 5);
  test::HashEvaluator evaluator;
  std::stop_source stop;
  stop.request_stop();
  EXPECT_TRUE(search_answers(evaluator, rules, asked, 1000, stop.get_token()).empty());
}

}  // namespace
}  // namespace jungle
