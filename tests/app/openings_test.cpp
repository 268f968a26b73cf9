// jungle openings, and the matches that begin with them.

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/notation.hpp"
#include "core/symmetry.hpp"
#include "tests/app/program.hpp"

namespace jungle::test {
namespace {

std::vector<std::string> positions_in(const std::string& path) {
  std::vector<std::string> positions;
  for (const std::string& line : lines_of(read_text(path))) {
    if (!line.starts_with("#")) positions.push_back(line);
  }
  return positions;
}

TEST(OpeningsCommand, MakesAFileOfDifferentBalancedPositions) {
  const TemporaryFolder folder;
  const std::string file = folder.path() / "openings.txt";
  const std::vector<std::string> command = {"openings",   "make",    "--count", "25",     "--plies",
                                            "6",          "--depth", "3",       "--seed", "4",
                                            "--max-edge", "0.04",    "--out",   file};
  const ProgramRun run = run_jungle(command);
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const auto positions = positions_in(file);
  EXPECT_EQ(positions.size(), 25U);
  std::set<std::uint64_t> keys;
  for (const std::string& text : positions) {
    const Position position = *parse_position(text);
    EXPECT_FALSE(keys.contains(mirrored(position).key()));
    EXPECT_TRUE(keys.insert(position.key()).second);
  }
  const std::string bytes = read_text(file);
  EXPECT_NE(bytes.find("# alpha-beta to depth 3 expects the side to move to score between 0.46 and 0.54"),
            std::string::npos)
      << bytes;
  ASSERT_EQ(run_jungle(command).exit_code, 0);
  EXPECT_EQ(read_text(file), bytes);  // the same again
}

TEST(OpeningsCommand, RefusesWhatCannotBeMade) {
  const TemporaryFolder folder;
  const std::string file = folder.path() / "openings.txt";
  const ProgramRun rare =
      run_jungle({"openings", "make", "--count", "25", "--plies", "1", "--depth", "1", "--out", file});
  EXPECT_EQ(rare.exit_code, 2);
  EXPECT_NE(rare.err.find("balanced openings among"), std::string::npos) << rare.err;
  EXPECT_FALSE(std::filesystem::exists(file));
  EXPECT_EQ(run_jungle({"openings", "make", "--out", "/nonexistent/x"}).exit_code, 2);
  EXPECT_EQ(run_jungle({"openings", "make", "--max-edge", "0.9", "--out", file}).exit_code, 2);
  EXPECT_EQ(run_jungle({"openings", "make", "--plies", "0", "--out", file}).exit_code, 2);
}

TEST(MatchCommand, PlaysEachPositionOfAnOpeningFileOnce) {
  const TemporaryFolder folder;
  const std::string file = folder.path() / "openings.txt", pgn = folder.path() / "match.pgn";
  ASSERT_EQ(run_jungle({"openings", "make", "--count", "6", "--depth", "2", "--out", file}).exit_code, 0);
  const std::vector<std::string> command = {"match",          "ab:depth=1", "random",
                                            "--opening-file", file,         "--json"};
  auto all = command;
  all.insert(all.end(), {"--pgn", pgn, "--concurrency", "3"});
  const ProgramRun run = run_jungle(all);
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const auto json = nlohmann::json::parse(run.out);
  EXPECT_EQ(json["games"], 12);
  EXPECT_EQ(json["opening_file"], file);
  std::multiset<std::string> begun;
  for (const std::string& line : lines_of(read_text(pgn))) {
    if (line.starts_with("[FEN \"")) begun.insert(line.substr(6, line.size() - 8));
  }
  for (const std::string& position : positions_in(file)) EXPECT_EQ(begun.count(position), 2U) << position;
  auto some = command;
  some.insert(some.end(), {"--pairs", "2"});
  EXPECT_EQ(nlohmann::json::parse(run_jungle(some).out)["games"], 4);
  auto too_many = command;
  too_many.insert(too_many.end(), {"--pairs", "7"});
  const ProgramRun refused = run_jungle(too_many);
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_NE(refused.err.find("holds 6 openings"), std::string::npos) << refused.err;
}

TEST(MatchCommand, NamesTheLineOfABadOpening) {
  const TemporaryFolder folder;
  const std::string file = folder.write("bad.txt", "# one\nl5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5X r\n");
  const ProgramRun run = run_jungle({"match", "random", "random", "--opening-file", file});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_EQ(std::ranges::count(run.err, '\n'), 1) << run.err;
  EXPECT_NE(run.err.find("bad.txt:2: "), std::string::npos) << run.err;
}

}  // namespace
}  // namespace jungle::test
