// The matches of a training run: their seeds and their table.

#include "app/run_matches.hpp"

#include <set>

#include <gtest/gtest.h>

namespace jungle {
namespace {

TEST(RunMatches, SeedsOfNeighbouringRunsShareNothing) {
  std::set<std::uint64_t> seeds;
  for (std::uint64_t run = 0; run < 100; ++run) {
    seeds.insert(run_match_seed(run, RunMatch::kFinal));
    seeds.insert(run_match_seed(run, RunMatch::kGate));
  }
  EXPECT_EQ(seeds.size(), 200U);
}

TEST(RunMatches, TheTableSaysWhichMatchWasStopped) {
  TrainConfig config;
  config.match.games = 4;
  FinalMatch whole, part;
  whole.opponent = "random";
  whole.tally.wins = 4;
  whole.tally.pairs[4] = 2;
  part.opponent = "ab:depth=2";
  part.tally.wins = part.tally.losses = 1;
  part.tally.pairs[2] = 1;
  const std::string table = final_table({.matches = {whole, part}, .complete = false}, config);
  const std::size_t line = table.find("ab:depth=2         2     1     0     1  50.0 %");
  ASSERT_NE(line, std::string::npos) << table;
  EXPECT_EQ(table.find("(stopped)"), table.rfind("(stopped)"));
  EXPECT_GT(table.find("(stopped)"), line);
}

}  // namespace
}  // namespace jungle
