// jungle match with players that are programs of their own. What each fault of an engine earns is in
// tests/rating.

#include <csignal>
#include <filesystem>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/app/child_process.hpp"
#include "tests/app/program.hpp"

namespace jungle::test {
namespace {

std::string engine(const std::string& arguments, const std::string& keys) {
  return "uci:cmd=\"" + std::string(JUNGLE_FAULTY_ENGINE) + " " + arguments + "\"," + keys;
}

std::vector<std::string> lines_with(const std::string& text, const std::string& part) {
  std::vector<std::string> found;
  for (const std::string& line : lines_of(text)) {
    if (line.find(part) != std::string::npos) found.push_back(line);
  }
  return found;
}

TEST(MatchEngines, APlayerThatSpeaksUciPlaysAgainstOurs) {
  const ProgramRun run = run_jungle({"match", engine("rules=panther", "nodes=5"), "random", "--rules",
                                     "panther", "--pairs", "3", "--concurrency", "2", "--json"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_NE(run.err.find(": Faulty 1.0\n"), std::string::npos) << run.err;
  const auto json = nlohmann::json::parse(run.out);
  EXPECT_EQ(json["games"], 6);
  EXPECT_GT(json["score"], 0.5);
  for (const auto& [reason, games] : json["forfeits_a"].items()) EXPECT_EQ(games, 0) << reason;
  EXPECT_TRUE(json["clock_a"].is_null());
}

// Red begins in one rule set, Blue in the other.
TEST(MatchEngines, OurOwnEnginePlaysWholeGamesOverUci) {
  for (const char* rules : {"wango", "panther"}) {
    const std::string ours =
        fmt::format("uci:cmd=\"{} uci --player ab --rules {}\",depth=2", JUNGLE_PROGRAM, rules);
    const ProgramRun run =
        run_jungle({"match", ours, "ab:depth=1", "--rules", rules, "--pairs", "3", "--json"});
    ASSERT_EQ(run.exit_code, 0) << run.err;
    const auto json = nlohmann::json::parse(run.out);
    EXPECT_EQ(json["games"], 6);
    EXPECT_GT(json["score"], 0.5);
    for (const auto& [reason, games] : json["forfeits_a"].items()) EXPECT_EQ(games, 0) << reason << run.err;
  }
}

TEST(MatchEngines, ACrashLosesItsGameWithALineAndTheMatchGoesOn) {
  const TemporaryFolder folder;
  const std::string pgn = folder.path() / "x.pgn", mark = folder.path() / "mark";
  const std::string crashing = engine("fault=crash at=2 once=" + mark, "movetime=60000");
  const ProgramRun run = run_jungle({"match", "ab:depth=1", crashing, "--pairs", "2", "--pgn", pgn});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const std::string why = "exited with code 3; it said: cannot allocate the hash";
  EXPECT_EQ(lines_with(run.err, "game 1.1: " + crashing + " forfeits: " + why + " (crash)").size(), 1U)
      << run.err;
  EXPECT_EQ(lines_with(run.err, "forfeits").size(), 1U) << run.err;
  EXPECT_EQ(lines_with(run.out, "lost by forfeit A: none; B: crash 1").size(), 1U) << run.out;
  EXPECT_EQ(lines_with(run.out, "clock of B: 60000 ms a move, 0 of ").size(), 1U) << run.out;
  const std::string games = read_text(pgn);
  EXPECT_EQ(lines_with(games, "[Event ").size(), 4U);
  EXPECT_EQ(lines_with(games, "[Forfeit \"" + why + "\"]").size(), 1U);
  EXPECT_EQ(lines_with(games, "[Termination \"abandoned\"]").size(), 1U);
  EXPECT_EQ(lines_with(games, "[WhiteTimeControl \"60/move\"]").size(), 2U);
}

TEST(MatchEngines, HowAnEngineEndedIsKnownWhereTheParentIgnoresItsChildren) {
  const std::string match =
      fmt::format("trap '' CHLD; exec {} match ab:depth=1 'uci:cmd=false,nodes=1' --pairs 1", JUNGLE_PROGRAM);
  const ProgramRun run = run_program({"sh", "-c", match});
  EXPECT_NE(run.err.find("exited with code 1"), std::string::npos) << run.err;
}

TEST(MatchEngines, AnEngineThatIsGoneEndsTheMatchWithWhatWasPlayed) {
  const TemporaryFolder folder;
  const std::string pgn = folder.path() / "x.pgn", mark = folder.path() / "mark";
  const ProgramRun run = run_jungle({"match", engine("fault=dies-for-good once=" + mark, "nodes=5"), "random",
                                     "--pairs", "100", "--concurrency", "1", "--pgn", pgn, "--json"});
  EXPECT_EQ(run.exit_code, 1) << run.err;
  EXPECT_EQ(
      lines_of(run.err).back(),
      "jungle: the match ends here: could not be started again: no uciok: exited with code 9, for 3 games in "
      "a row");
  const auto json = nlohmann::json::parse(run.out);
  EXPECT_EQ(json["games"], 4);
  EXPECT_EQ(json["losses"], 4);
  EXPECT_EQ(json["forfeits_a"]["crash"], 4);
  EXPECT_EQ(json["interrupted"], false);
  EXPECT_EQ(json["stopped_by"],
            "could not be started again: no uciok: exited with code 9, for 3 games in a row");
  EXPECT_EQ(lines_with(read_text(pgn), "[Event ").size(), 4U);
}

// Does an engine with this argument run?
bool engine_runs(const std::string& argument) {
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    const std::string words = read_text(entry.path() / "cmdline");
    if (words.starts_with(JUNGLE_FAULTY_ENGINE) && words.find(argument) != std::string::npos) return true;
  }
  return false;
}

// The engine makes its mark when it begins to hang.
TEST(MatchEngines, AStopEndsAMatchWhoseEngineHangsAndLeavesNoEngine) {
  const TemporaryFolder folder;
  const std::string mark = folder.path() / "mark";
  ChildProcess match(
      {"match", engine("fault=hang once=" + mark, "nodes=5"), "random", "--pairs", "10", "--json"});
  ASSERT_TRUE(match.kill_when(SIGTERM, [&] { return std::filesystem::exists(mark); }));
  const ProgramRun run = match.wait();
  EXPECT_EQ(run.exit_code, 130) << run.err;
  EXPECT_EQ(nlohmann::json::parse(run.out)["games"], 0);
  EXPECT_FALSE(engine_runs(mark));
}

}  // namespace
}  // namespace jungle::test
