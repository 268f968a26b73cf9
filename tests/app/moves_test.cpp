#include <algorithm>

#include <gtest/gtest.h>

#include "tests/app/program.hpp"

namespace jungle::test {
namespace {

constexpr char kStart[] = "l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L r 0 1";
constexpr char kStartMoves[] =
    "a1a2 a1b1 a3a2 a3a4 a3b3 b2a2 b2b1 b2b3 b2c2 c3b3 c3c2 c3d3 e3d3 e3e2 e3f3 f2e2 f2f1 f2f3 f2g2 g1f1 "
    "g1g2 "
    "g3f3 g3g2 g3g4";

TEST(Moves, SortedOnOneLine) {
  const ProgramRun run = run_jungle({"moves"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.out, std::string(kStartMoves) + "\n");
}

TEST(Moves, NoneWhenTheGameIsOver) {
  EXPECT_EQ(run_jungle({"moves", "--fen", "3L3/7/7/7/7/7/7/7/r6 b 0 9"}).out, "\n");
  EXPECT_EQ(run_jungle({"moves", "--fen", "7/7/7/7/7/7/7/7/L6 b 0 9"}).out, "\n");
}

TEST(Moves, DrawRulesAreSetAside) {
  const ProgramRun run = run_jungle({"moves", "--rules", "kawu", "--fen", "r6/7/7/7/7/7/7/7/R6 r 500 300"});
  EXPECT_EQ(run.out, "a1a2 a1b1\n");
}

TEST(Moves, StandardInputIsAnsweredLineByLine) {
  const std::string input =
      std::string(kStart) + "\r\n\n3L3/7/7/7/7/7/7/7/r6 b 0 9\nrubbish\nr6/7/7/7/7/7/7/7/R6 r";
  const ProgramRun run = run_jungle({"moves", "--stdin"}, input);
  EXPECT_EQ(run.exit_code, 2) << "one line was bad";
  const auto lines = lines_of(run.out);
  ASSERT_EQ(lines.size(), 4U) << run.out;
  EXPECT_EQ(lines[0], std::string(kStart) + "|" + kStartMoves);
  EXPECT_EQ(lines[1], "3L3/7/7/7/7/7/7/7/r6 b 0 9|");
  EXPECT_TRUE(lines[2].starts_with("rubbish|error ")) << lines[2];
  EXPECT_EQ(lines[3], "r6/7/7/7/7/7/7/7/R6 r|a1a2 a1b1");
}

TEST(Moves, GoodInputEndsWithZero) {
  EXPECT_EQ(run_jungle({"moves", "--stdin"}, std::string(kStart) + "\n").exit_code, 0);
  EXPECT_EQ(run_jungle({"moves", "--stdin"}, "").exit_code, 0);
}

TEST(Moves, LongAndBinaryLinesAreErrorsAndTheRestGoesOn) {
  std::string input = std::string(200'000, 'x') + "\n";
  input += std::string("\0\x1b\xff", 3) + "\n" + kStart + "\n";
  const ProgramRun run = run_jungle({"moves", "--stdin"}, input);
  EXPECT_EQ(run.exit_code, 2);
  const auto lines = lines_of(run.out);
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_NE(lines[0].find("|error the line is longer than 65536 bytes"), std::string::npos);
  EXPECT_LT(lines[0].size(), 1000U) << "an answer repeats no flood";
  EXPECT_NE(lines[1].find("|error "), std::string::npos);
  EXPECT_EQ(lines[2], std::string(kStart) + "|" + kStartMoves);
}

}  // namespace
}  // namespace jungle::test
