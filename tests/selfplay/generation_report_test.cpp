#include "selfplay/generation_report.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace jungle {
namespace {

GenerationReport example() {
  GenerationReport report;
  report.generation = 12;
  report.games = {.games = 1024,
                  .plies = 74 * 1024,
                  .samples = 20000,
                  .longest = 250,
                  .first_side_wins = 520,
                  .second_side_wins = 480,
                  .draws = 24,
                  .endings = {}};
  report.games.endings[static_cast<std::size_t>(EndReason::kDen)] = 980;
  report.games.endings[static_cast<std::size_t>(EndReason::kNoLegalMove)] = 20;
  report.games.endings[static_cast<std::size_t>(EndReason::kNoCapture)] = 24;
  report.self_play_seconds = 10;
  // Of two threads: 20 seconds together.
  report.times = {.tree = 4,
                  .evaluate = 14,
                  .encode = 2,
                  .infer = 11,
                  .other = 2,
                  .leaves = 123'000,
                  .batches = 2000,
                  .cache_lookups = 200'000,
                  .cache_hits = 46'000};
  report.learned.steps = 160;
  report.learned.seconds = 2.5;
  report.learned.learning_rate = 1e-3;
  report.learned.mean = {.policy = 2.341, .value = 0.512, .plies_left = 0.034, .policy_entropy = 2.1};
  return report;
}

TEST(GenerationReport, ItsLinesTellGamesLossesSpeedAndWhereTheTimeWent) {
  EXPECT_EQ(to_lines(example()),
            "generation 12: 1024 games of 74 plies, first side won 520 lost 480; den 980, no_legal_move 20, "
            "no_capture 24; 12.3 k evals/s, batch 62, cache 23%\n"
            "  160 steps, loss of policy 2.341 (target 2.100) value 0.512 plies left 0.034, lr 1.0e-03; "
            "12.5 s: encode 8% infer 44% tree 16% learn 20% other 12%");
}

TEST(GenerationReport, AdjudicatedGamesAreCountedBesideTheReasonsOfTheRules) {
  GenerationReport report = example();
  EXPECT_EQ(to_json(report)["adjudicated"], 0);
  report.games.endings[static_cast<std::size_t>(EndReason::kNone)] = 33;
  EXPECT_NE(to_lines(report).find("no_capture 24, adjudicated 33;"), std::string::npos) << to_lines(report);
  const auto json = to_json(report);
  EXPECT_EQ(json["adjudicated"], 33);
  EXPECT_FALSE(json["endings"].contains("none"));
}

TEST(GenerationReport, ResignationIsALineOfItsOwn) {
  GenerationReport report = example();
  EXPECT_FALSE(to_json(report).contains("resign"));
  report.resign = ResignFigures{.threshold = std::nullopt, .played_on = 256};
  EXPECT_NE(to_lines(report).find("\n  nobody could resign; no threshold from 256 games played on"),
            std::string::npos)
      << to_lines(report);
  EXPECT_EQ(to_json(report)["resign"]["threshold"], nullptr);
  report.games.resigned = 256;
  report.resign_threshold = 0.91;
  report.resign = ResignFigures{.threshold = 0.93, .played_on = 110, .hopeless = 60, .not_lost = 3};
  EXPECT_NE(to_lines(report).find("no_capture 24, resigned 256;"), std::string::npos) << to_lines(report);
  EXPECT_NE(to_lines(report).find(
                "\n  resigned 25 % of games at 0.91; next at 0.93: 5.0 % of 60 hopeless games, of "
                "110 played on, were not lost"),
            std::string::npos)
      << to_lines(report);
  EXPECT_EQ(to_json(report)["resign"]["next_threshold"], 0.93);
}

TEST(GenerationReport, ItsLinesFitAWideTerminal) {
  const std::string lines = to_lines(example());
  const std::size_t first = lines.find('\n');
  EXPECT_LE(first, 150U);
  EXPECT_LE(lines.size() - first - 1, 150U);
}

TEST(GenerationReport, LossesOfHeadsOfTrainingAreToldWhereThereAreAny) {
  GenerationReport report = example();
  EXPECT_FALSE(to_json(report).contains("loss_reply") || to_json(report).contains("loss_later"));
  report.learned.mean.reply = 2.5;
  report.learned.mean.later = 0.25;
  EXPECT_NE(to_lines(report).find("plies left 0.034 reply 2.500 later 0.250, lr"), std::string::npos)
      << to_lines(report);
  EXPECT_EQ(to_json(report)["loss_reply"], 2.5);
  EXPECT_EQ(to_json(report)["loss_later"], 0.25);
}

TEST(GenerationReport, WhatDidNotHappenHasNoFigures) {
  GenerationReport report = example();
  report.times = {};
  report.learned = {};
  const std::string lines = to_lines(report);
  EXPECT_EQ(lines.find("evals/s"), std::string::npos) << lines;
  EXPECT_NE(lines.find("\n  0 steps, 10.0 s:"), std::string::npos) << lines;
}

TEST(GenerationReport, TheTruthIsToldWhereItWasMeasured) {
  GenerationReport report = example();
  EXPECT_FALSE(to_json(report).contains("truth"));
  report.truth_seconds = 12.5;
  for (const int animals : {2, 3, 4}) {
    TruthGroup group{.animals = animals, .baseline = {}, .raw = {}, .visits = 100, .search = TruthFigures()};
    group.raw.kept = {.hits = 900 + animals, .of = 1000};
    group.search->kept = {.hits = 1000, .of = 1000};
    report.truth.push_back(group);
  }
  const std::string lines = to_lines(report);
  EXPECT_NE(lines.find("learn 10% truth 50% other 6%"), std::string::npos) << lines;
  const std::string last = lines.substr(lines.rfind('\n') + 1);
  EXPECT_EQ(
      last,
      "  truth, moves that keep the result: 2 animals 90.2 % (search 100.0 %), 3 animals 90.3 % (search "
      "100.0 %), 4 animals 90.4 % (search 100.0 %)");
  EXPECT_LE(last.size(), 150U);
  report.truth.resize(1);
  report.truth[0].search.reset();
  EXPECT_TRUE(to_lines(report).ends_with("\n  truth, moves that keep the result: 2 animals 90.2 %"));
  EXPECT_EQ(to_json(report)["truth"].size(), 1U);
  EXPECT_EQ(to_json(report)["seconds"]["truth"], 12.5);
}

TEST(GenerationReport, TheGateIsToldWhereThereIsOne) {
  GenerationReport report = example();
  EXPECT_EQ(to_lines(report).find("gate"), std::string::npos);
  report.gate_score = 0.4375;
  report.accepted = false;
  EXPECT_NE(to_lines(report).find("; gate 0.438, refused"), std::string::npos);
}

}  // namespace
}  // namespace jungle
