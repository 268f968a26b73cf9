// The command tablebase, through the program.

#include <gtest/gtest.h>

#include "tests/app/program.hpp"

namespace jungle::test {
namespace {

namespace fs = std::filesystem;

// Tables of two animals under `wango`, made once.
class TablebaseCommand : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = std::make_unique<TemporaryFolder>();
    const ProgramRun run = run_jungle({"tablebase", "build", "--pieces", "2", "--out", dir()});
    ASSERT_EQ(run.exit_code, 0) << run.err;
  }
  static void TearDownTestSuite() { folder_.reset(); }
  static std::string dir() { return folder_->path() / "tables"; }
  static ProgramRun probe(std::string_view lines) {
    return run_jungle({"tablebase", "probe", "--dir", dir(), "--stdin"}, lines);
  }

  static std::unique_ptr<TemporaryFolder> folder_;
};
std::unique_ptr<TemporaryFolder> TablebaseCommand::folder_;

void expect_refusal(const ProgramRun& run, std::string_view part) {
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_EQ(lines_of(run.err).size(), 1U) << run.err;
  EXPECT_NE(run.err.find(part), std::string::npos) << run.err;
  EXPECT_EQ(run.out, "");
}

TEST_F(TablebaseCommand, ProbeAnswersEachLineWithItsValue) {
  const ProgramRun run = probe(
      "7/7/7/7/7/7/r6/7/E6 r\n"
      "\n"
      "7/7/7/7/7/7/r6/7/E6 b 3 9\r\n"
      "3E3/7/7/7/7/7/7/7/r6 b\n"
      "7/7/7/7/7/7/7/7/r6 b\n");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.out,
            "7/7/7/7/7/7/r6/7/E6 r|loss 6\n"
            "7/7/7/7/7/7/r6/7/E6 b 3 9|win 9\n"
            "3E3/7/7/7/7/7/7/7/r6 b|loss 0\n"
            "7/7/7/7/7/7/7/7/r6 b|win 0\n");
}

TEST_F(TablebaseCommand, ABadLineIsAnsweredAndTheRestGoesOn) {
  const ProgramRun run = probe(
      "nonsense\n"
      "7/7/3r3/7/3E3/7/R6/6c/7 r\n"
      "7/7/7/7/7/7/r6/7/E6 r\n");
  EXPECT_EQ(run.exit_code, 2);
  const auto lines = lines_of(run.out);
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_TRUE(lines[0].starts_with("nonsense|error ")) << lines[0];
  EXPECT_EQ(lines[1], "7/7/3r3/7/3E3/7/R6/6c/7 r|error 4 animals, and the tables hold up to 2");
  EXPECT_EQ(lines[2], "7/7/7/7/7/7/r6/7/E6 r|loss 6");
}

TEST_F(TablebaseCommand, ProbeListsMovesBestFirst) {
  const ProgramRun run =
      run_jungle({"tablebase", "probe", "--dir", dir(), "--fen", "7/7/7/7/7/7/r6/7/E6 r", "--moves"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.out, "loss 6\na1b1 loss 6\na1a2 loss 2\n");
}

TEST_F(TablebaseCommand, VerifyFindsNothingAndDamageGivesTwo) {
  const ProgramRun run = run_jungle({"tablebase", "verify", "--dir", dir()});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_TRUE(run.out.starts_with("36 tables, ")) << run.out;
  EXPECT_TRUE(run.out.ends_with(" positions checked, 0 wrong (mirror images left out)\n")) << run.out;

  const TemporaryFolder copy;
  fs::copy(dir(), copy.path(), fs::copy_options::recursive);
  std::string bytes = read_text(copy.path() / "W-d.jtb");
  bytes.back() = static_cast<char>(bytes.back() ^ 1);
  copy.write("W-d.jtb", bytes);
  const ProgramRun damaged = run_jungle({"tablebase", "verify", "--dir", copy.path()});
  EXPECT_EQ(damaged.exit_code, 2);
  EXPECT_NE(damaged.err.find("W-d.jtb: a damaged block"), std::string::npos) << damaged.err;
  const ProgramRun probed =
      run_jungle({"tablebase", "probe", "--dir", copy.path(), "--stdin"}, "7/7/7/7/7/7/d6/7/W6 r\n");
  EXPECT_EQ(probed.exit_code, 2);
  EXPECT_NE(probed.out.find("|error "), std::string::npos) << probed.out;
  const ProgramRun again = run_jungle({"tablebase", "build", "--pieces", "2", "--out", copy.path()});
  EXPECT_EQ(again.exit_code, 0) << again.err;
  EXPECT_EQ(run_jungle({"tablebase", "verify", "--dir", copy.path()}).exit_code, 0);
}

TEST_F(TablebaseCommand, StatsCountEveryMaterial) {
  const ProgramRun run = run_jungle({"tablebase", "stats", "--dir", dir()});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  // A line for each side to move, but one for the eight materials alike on both sides; head, total, a note,
  // longest.
  const auto lines = lines_of(run.out);
  EXPECT_EQ(lines.size(), 2U * 36 - 8 + 4);
  EXPECT_TRUE(lines.back().starts_with("longest win, 33 plies from ")) << lines.back();
}

TEST_F(TablebaseCommand, BadInputIsRefusedInOneLine) {
  const auto build = [](std::vector<std::string> more) {
    std::vector<std::string> words = {"tablebase", "build", "--out", dir()};
    words.insert(words.end(), more.begin(), more.end());
    return run_jungle(words);
  };
  expect_refusal(build({"--pieces", "5"}), "from 2 to 4");
  expect_refusal(build({"--pieces", "2", "--rules", "leiden"}), "tables of other rules than leiden");
  expect_refusal(build({"--pieces", "4", "--memory", "0.1"}), "at least");
  expect_refusal(run_jungle({"tablebase", "probe", "--dir", dir() + "none", "--stdin"}), "no such folder");
  expect_refusal(run_jungle({"tablebase", "stats", "--dir", folder_->path()}), "no tables here");
  expect_refusal(run_jungle({"tablebase", "probe", "--dir", dir()}), "--fen or --stdin");
  const TemporaryFolder copy;
  fs::copy(dir(), copy.path(), fs::copy_options::recursive);
  fs::remove(copy.path() / "E-r.jtb");
  expect_refusal(run_jungle({"tablebase", "stats", "--dir", copy.path()}), "E-r.jtb: not there");
}

}  // namespace
}  // namespace jungle::test
