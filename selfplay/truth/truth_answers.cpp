#include "selfplay/truth/truth_answers.hpp"

#include <algorithm>
#include <cstddef>

#include "core/game.hpp"
#include "core/util/check.hpp"
#include "core/util/random.hpp"
#include "search/mcts/move_choice.hpp"
#include "search/mcts/pool.hpp"

namespace jungle {
namespace {

int likeliest_move(const TruthQuestion& question, const EvalResult& result) {
  const auto priors = std::span(result.priors).first(static_cast<std::size_t>(question.moves.size()));
  return static_cast<int>(std::max_element(priors.begin(), priors.end()) - priors.begin());
}

// A visit makes at most one node with its edges: far less than this.
constexpr int kBytesPerVisit = 1024;
constexpr int kMegabyte = 1 << 20;
constexpr int kMostMegabytes = 512;  // a thread; deep searches get fewer trees at a time instead

int megabytes_per_tree(int visits) { return visits / (kMegabyte / kBytesPerVisit) + 1; }

int trees_at_a_time(int visits) {
  return std::clamp(kMostMegabytes / megabytes_per_tree(visits), 1, kTruthBatch);
}

TruthAnswer answer_of(const RootSummary& root) {
  Rng unused({0});  // the best move is no matter of chance
  return {.wdl_for_side_to_move = root.wdl,
          .move = static_cast<int>(choose_root_move(root.moves, 0, unused))};
}

}  // namespace

std::uint64_t truth_tree_bytes(int visits) {
  return static_cast<std::uint64_t>(trees_at_a_time(visits)) * static_cast<std::uint64_t>(visits) *
         kBytesPerVisit;
}

std::vector<TruthAnswer> raw_answers(Evaluator& evaluator, const RuleSet& rules,
                                     std::span<const TruthQuestion> questions) {
  std::vector<EvalRequest> requests;
  requests.reserve(questions.size());
  for (const TruthQuestion& question : questions)
    requests.push_back({.position = &question.position, .rules = &rules, .legal_moves = &question.moves});
  std::vector<EvalResult> results(questions.size());
  const auto most = static_cast<std::size_t>(evaluator.max_batch());
  for (std::size_t done = 0; done < requests.size(); done += most) {
    const std::size_t size = std::min(most, requests.size() - done);
    evaluator.evaluate(std::span(requests).subspan(done, size), std::span(results).subspan(done, size));
  }
  std::vector<TruthAnswer> answers;
  answers.reserve(questions.size());
  for (std::size_t i = 0; i < questions.size(); ++i)
    answers.push_back({.wdl_for_side_to_move = results[i].wdl_for_side_to_move,
                       .move = likeliest_move(questions[i], results[i])});
  return answers;
}

std::vector<TruthAnswer> search_answers(Evaluator& evaluator, const RuleSet& rules,
                                        std::span<const TruthQuestion> questions, int visits,
                                        const std::stop_token& stop) {
  JUNGLE_CHECK(1 <= visits && visits <= kMostTruthVisits);
  const int slots =
      std::min(trees_at_a_time(visits), static_cast<int>(std::max<std::size_t>(questions.size(), 1)));
  const MctsParams params{
      .solver = true, .tree_reuse = false, .memory_mb = slots * megabytes_per_tree(visits)};
  SearchPool pool(evaluator, params, slots);
  std::vector<TruthAnswer> answers(questions.size());
  std::vector<std::size_t> asked(static_cast<std::size_t>(slots));  // by slot
  std::size_t next = 0;
  std::size_t answered = 0;
  const auto start = [&](int slot) {
    if (next == questions.size()) return;
    asked[static_cast<std::size_t>(slot)] = next;
    pool.start(slot, Game(rules, questions[next++].position), {.visits = visits});
  };
  for (int slot = 0; slot < slots; ++slot) start(slot);
  while (answered < questions.size()) {
    if (stop.stop_requested()) return {};
    for (const int slot : pool.step()) {
      const RootSummary& root = pool.result(slot);
      JUNGLE_CHECK(!root.memory_full);
      answers[asked[static_cast<std::size_t>(slot)]] = answer_of(root);
      ++answered;
      start(slot);
    }
  }
  return answers;
}

}  // namespace jungle
