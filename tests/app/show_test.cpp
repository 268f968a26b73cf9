#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/app/program.hpp"

namespace jungle::test {
namespace {

constexpr char kStart[] = "l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L r 0 1";
constexpr char kShuffle[] =
    "a1b1 g9f9 b1a1 f9g9 a1b1 g9f9 b1a1 f9g9";  // the start stands there for the third time

std::string with_prefix(const std::string& text, const std::string& prefix) {
  for (const std::string& line : lines_of(text)) {
    if (line.starts_with(prefix)) return line;
  }
  return "no line begins with " + prefix;
}

TEST(Show, BoardThenPositionOutcomeAndMoves) {
  const ProgramRun run = run_jungle({"show", "--moves", "g3g4 a7a6"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const auto lines = lines_of(run.out);
  ASSERT_EQ(lines.size(), 13U) << run.out;
  EXPECT_EQ(lines[10], "position l5t/1d3c1/2p1w1e/r6/7/6R/E1W1P2/1C3D1/T5L r 2 2");
  EXPECT_EQ(lines[11], "outcome ongoing none");
  EXPECT_TRUE(lines[12].starts_with("legal a1a2 a1b1 ")) << lines[12];
}

TEST(Show, FinishedGamesHaveNoMoves) {
  const ProgramRun run = run_jungle({"show", "--fen", "r2L3/7/7/7/7/7/7/7/7 b 0 9"});
  EXPECT_EQ(with_prefix(run.out, "outcome"), "outcome red den");
  EXPECT_EQ(with_prefix(run.out, "legal"), "legal");
}

TEST(Show, DrawRulesAreObeyed) {
  EXPECT_EQ(with_prefix(run_jungle({"show", "--moves", kShuffle}).out, "outcome"), "outcome draw repetition");
  EXPECT_EQ(with_prefix(run_jungle({"show", "--rules", "panther", "--moves", "g7g6"}).out, "outcome"),
            "outcome ongoing none")
      << "blue moves first there";
  const ProgramRun clock = run_jungle({"show", "--rules", "kawu", "--fen", "r6/7/7/7/7/7/7/7/R6 r 200 101"});
  EXPECT_EQ(with_prefix(clock.out, "outcome"), "outcome draw no_capture");
  EXPECT_EQ(with_prefix(clock.out, "legal"), "legal");
}

TEST(Show, AnIllegalMoveIsRefusedWithTheReason) {
  const ProgramRun run = run_jungle({"show", "--moves", "g3g4 a7a6 c3c4"});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_EQ(run.out, "");
  EXPECT_NE(run.err.find("move 3"), std::string::npos) << run.err;
  EXPECT_NE(run.err.find("water"), std::string::npos) << run.err;
}

TEST(Show, AMoveAfterTheEndIsRefused) {
  const ProgramRun run = run_jungle({"show", "--moves", std::string(kShuffle) + " a1b1"});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_NE(run.err.find("the game is over (draw, repetition)"), std::string::npos) << run.err;
}

TEST(Show, JsonSaysTheSame) {
  const ProgramRun run = run_jungle({"show", "--json", "--moves", kShuffle});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const auto json = nlohmann::json::parse(run.out);
  EXPECT_EQ(json["outcome"], "draw");
  EXPECT_EQ(json["reason"], "repetition");
  EXPECT_EQ(json["plies"], 8);
  EXPECT_TRUE(json["legal"].empty());
}

TEST(Show, StandardInputIsAnsweredLineByLine) {
  const std::string input = std::string("g3g4 a7a6\r\n\n") + kShuffle +
                            "\ng3g9\nr6/7/7/7/7/7/7/7/R6 r|a1b1 a9b9\n" +
                            "rubbish|a1b1\n3L3/7/7/7/7/7/7/7/r6 b 0 9|";
  const ProgramRun run = run_jungle({"show", "--stdin"}, input);
  EXPECT_EQ(run.exit_code, 2) << "two lines were bad";
  const auto lines = lines_of(run.out);
  ASSERT_EQ(lines.size(), 7U) << run.out;
  EXPECT_EQ(lines[0], "ongoing none|l5t/1d3c1/2p1w1e/r6/7/6R/E1W1P2/1C3D1/T5L r 2 2");
  EXPECT_EQ(lines[1], std::string("ongoing none|") + kStart) << "an empty line is a game without moves";
  EXPECT_EQ(lines[2], "draw repetition|l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L r 8 5");
  EXPECT_TRUE(lines[3].starts_with("g3g9|error move 1: ")) << lines[3];
  EXPECT_EQ(lines[4], "ongoing none|1r5/7/7/7/7/7/7/7/1R5 r 2 2");
  EXPECT_TRUE(lines[5].starts_with("rubbish|error ")) << lines[5];
  EXPECT_EQ(lines[6], "red den|3L3/7/7/7/7/7/7/7/r6 b 0 9");
}

}  // namespace
}  // namespace jungle::test
