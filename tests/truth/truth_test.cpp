#include "selfplay/truth/truth.hpp"

#include <cmath>
#include <stdexcept>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/game.hpp"
#include "core/movegen.hpp"
#include "search/uniform_evaluator.hpp"
#include "selfplay/truth/truth_json.hpp"
#include "selfplay/truth/truth_sample.hpp"
#include "tests/support/small_tablebase.hpp"
#include "tests/truth/answerers.hpp"

namespace jungle {
namespace {

const auto kSilent = [](const TruthProgress&) {};

TruthJob job_with(const EndgameTable& table, std::function<std::unique_ptr<Evaluator>(int)> make) {
  return {.table = table, .rules = RuleSet(), .make_evaluator = std::move(make), .positions = 200};
}

TEST(Truth, OfWhoKnowsTheTableIsPerfect) {
  const test::SmallTablebase tables;
  const auto report = measure_truth(
      job_with(tables.table(), [&](int) { return std::make_unique<test::TableEvaluator>(tables.table()); }),
      {}, kSilent);
  ASSERT_TRUE(report) << report.error();
  EXPECT_TRUE(report->complete);
  ASSERT_EQ(report->groups.size(), 1U);
  const TruthGroup& group = report->groups[0];
  EXPECT_EQ(group.animals, 2);
  EXPECT_EQ(group.baseline.won + group.baseline.drawn + group.baseline.lost, 200);
  EXPECT_GT(group.baseline.won, 20);
  EXPECT_GT(group.baseline.lost, 20);
  for (const TruthFigures& figures : {group.raw, *group.search}) {
    EXPECT_EQ(figures.right.hits, 200);
    EXPECT_EQ(figures.right.of, 200);
    EXPECT_EQ(figures.value_error.mean(), 0);
    EXPECT_EQ(figures.kept.hits, 200);
    EXPECT_EQ(figures.plies_lost.count(), group.baseline.won);
    EXPECT_EQ(figures.plies_lost.mean(), 0);
  }
}

// Win in so many plies by this move, or what else comes of it, counted without the code under test.
EndgameValue value_by(const EndgameTable& table, const Position& position, Move move) {
  const Position after = position.after(move, RuleSet());
  const Outcome outcome = board_outcome(after, RuleSet());
  if (!outcome.is_ongoing())
    return {.result_for_side_to_move = outcome.value_for(position.side_to_move()), .plies = 1};
  const EndgameValue theirs = *table.probe(after);
  return {.result_for_side_to_move = -theirs.result_for_side_to_move, .plies = theirs.plies + 1};
}

TEST(Truth, OfWhoKnowsNothingIsThatOfPlainCounting) {
  const RuleSet rules;
  const test::SmallTablebase tables;
  int drawn = 0, first_keeps = 0, wins_kept = 0;
  double random_kept = 0, plies_lost = 0;
  for (const Position& position : truth_sample(rules, 2, 200)) {
    const EndgameValue best = *tables.table().probe(position);
    drawn += best.result_for_side_to_move == 0 ? 1 : 0;
    MoveList moves;
    generate_legal(position, rules, moves);
    int keeping = 0;
    for (const Move move : moves)
      keeping +=
          value_by(tables.table(), position, move).result_for_side_to_move == best.result_for_side_to_move
              ? 1
              : 0;
    random_kept += static_cast<double>(keeping) / moves.size();
    const EndgameValue first = value_by(tables.table(), position, moves[0]);
    if (first.result_for_side_to_move != best.result_for_side_to_move) continue;
    ++first_keeps;
    if (best.result_for_side_to_move < 1) continue;
    ++wins_kept;
    plies_lost += first.plies - best.plies;
  }

  TruthJob job = job_with(tables.table(), [](int) { return std::make_unique<UniformEvaluator>(); });
  job.visits = 0;
  const auto report = measure_truth(job, {}, kSilent);
  ASSERT_TRUE(report) << report.error();
  const TruthGroup& group = report->groups.at(0);
  EXPECT_FALSE(group.search);
  EXPECT_EQ(group.raw.right.hits, drawn);  // the evaluator calls every game a draw
  EXPECT_NEAR(group.raw.value_error.mean(), (200 - drawn) / 200.0, 1e-12);
  EXPECT_EQ(group.raw.kept.hits, first_keeps);  // all priors are alike: the first move
  EXPECT_EQ(group.raw.plies_lost.count(), wins_kept);
  EXPECT_NEAR(group.raw.plies_lost.mean(), plies_lost / wins_kept, 1e-9);
  EXPECT_NEAR(group.baseline.random_kept.mean(), random_kept / 200, 1e-12);
  EXPECT_LT(group.baseline.random_kept.mean(), 0.95) << "some moves are mistakes";
}

TEST(Truth, ASearchKnowsMoreThanTheEvaluatorItAsks) {
  const test::SmallTablebase tables;
  const auto report = measure_truth(
      job_with(tables.table(), [](int) { return std::make_unique<UniformEvaluator>(); }), {}, kSilent);
  ASSERT_TRUE(report) << report.error();
  const TruthGroup& group = report->groups.at(0);
  EXPECT_GT(group.search->kept.value(), group.raw.kept.value());
  EXPECT_LT(group.search->value_error.mean(), group.raw.value_error.mean());
}

TEST(Truth, IsTheSameWithAnyNumberOfThreads) {
  const test::SmallTablebase tables;
  TruthJob job = job_with(tables.table(), [](int) { return std::make_unique<test::HashEvaluator>(); });
  job.visits = 20;
  const auto one = measure_truth(job, {}, kSilent);
  job.threads = 3;
  const auto three = measure_truth(job, {}, kSilent);
  ASSERT_TRUE(one && three);
  EXPECT_EQ(to_json(one->groups).dump(), to_json(three->groups).dump());
}

TEST(Truth, TellsHowFarItHasCome) {
  const test::SmallTablebase tables;
  TruthJob job = job_with(tables.table(), [](int) { return std::make_unique<UniformEvaluator>(); });
  job.visits = 0;
  std::vector<int> done;
  ASSERT_TRUE(measure_truth(job, {}, [&](const TruthProgress& state) {
    EXPECT_EQ(state.positions_planned, 200);
    done.push_back(state.positions);
  }));
  EXPECT_EQ(done, (std::vector<int>{64, 128, 192, 200}));
}

TEST(Truth, StoppedItHasNoFigures) {
  const test::SmallTablebase tables;
  std::stop_source stop;
  const auto report =
      measure_truth(job_with(tables.table(), [](int) { return std::make_unique<UniformEvaluator>(); }),
                    stop.get_token(), [&](const TruthProgress&) { stop.request_stop(); });
  ASSERT_TRUE(report) << report.error();
  EXPECT_FALSE(report->complete);
  EXPECT_TRUE(report->groups.empty());
}

TEST(Truth, ATableThatDoesNotKnowAPositionIsRefused) {
  struct Empty final : EndgameTable {
    int max_animals() const override { return 3; }
    std::optional<EndgameValue> probe(const Position&) const override { return std::nullopt; }
  };
  const Empty empty;
  for (const int threads : {1, 2}) {
    TruthJob job = job_with(empty, [](int) { return std::make_unique<UniformEvaluator>(); });
    job.threads = threads;
    const auto report = measure_truth(job, {}, kSilent);
    ASSERT_FALSE(report);
    EXPECT_NE(report.error().find("the endgame table does not know "), std::string::npos) << report.error();
  }
}

TEST(Truth, AnEvaluatorThatFailsEndsTheWorkOfAllThreads) {
  struct Failing final : Evaluator {
    void evaluate(std::span<const EvalRequest>, std::span<EvalResult>) override {
      throw std::runtime_error("no device");
    }
    int max_batch() const override { return 8; }
    std::uint64_t id() const override { return 4; }
    std::string description() const override { return "failing"; }
  };
  const test::SmallTablebase tables;
  TruthJob job = job_with(tables.table(), [](int) { return std::make_unique<Failing>(); });
  job.threads = 2;
  EXPECT_THROW((void)measure_truth(job, {}, kSilent), std::runtime_error);
}

}  // namespace
}  // namespace jungle
