#include <algorithm>
#include <array>
#include <sstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/rules.hpp"
#include "tests/app/child_process.hpp"

namespace jungle::test {
namespace {

using Counts = std::array<std::uint64_t, 4>;

Counts counts_from_start(std::string_view preset) {
  const bool elephant_takes_rat = preset == "panther" || preset == "leiden";
  return {24, 576, 12240, elephant_takes_rat ? 260100U : 260099U};
}

TEST(Perft, CountsTheStartPositionUnderEveryPreset) {
  for (const std::string_view preset : RuleSet::preset_names()) {
    const ProgramRun run = run_jungle({"perft", "--rules", std::string(preset), "--depth", "4"});
    ASSERT_EQ(run.exit_code, 0) << run.err;
    const auto lines = lines_of(run.out);
    ASSERT_EQ(lines.size(), 4U) << run.out;
    for (std::size_t i = 0; i < lines.size(); ++i) {
      std::istringstream words(lines[i]);
      std::uint64_t depth = 0, nodes = 0, rate = 0;
      std::string seconds;
      words >> depth >> nodes >> seconds >> rate;
      EXPECT_TRUE(words && words.eof()) << lines[i];
      EXPECT_EQ(depth, i + 1);
      EXPECT_EQ(nodes, counts_from_start(preset)[i]) << preset;
      EXPECT_NE(seconds.find('.'), std::string::npos) << "fixed decimals: " << seconds;
      EXPECT_EQ(seconds.find('e'), std::string::npos) << "fixed decimals: " << seconds;
    }
  }
}

TEST(Perft, ThreadsDoNotChangeTheCount) {
  const ProgramRun run = run_jungle({"perft", "--depth", "4", "--threads", "3"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_NE(run.out.find("4 260099 "), std::string::npos) << run.out;
}

TEST(Perft, MoreThreadsThanCoresAreWarnedAbout) {
  const ProgramRun run = run_jungle({"perft", "--depth", "1", "--threads", "1024"});
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_TRUE(run.err.starts_with("jungle: warning: 1024 threads")) << run.err;
}

TEST(Perft, DivideIsSortedAndAddsUp) {
  const ProgramRun run = run_jungle({"perft", "--depth", "3", "--divide"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const auto lines = lines_of(run.out);
  EXPECT_EQ(lines.size(), 24U);
  EXPECT_TRUE(std::ranges::is_sorted(lines));
  std::uint64_t sum = 0;
  for (const std::string& line : lines) sum += std::stoull(line.substr(line.find(' ')));
  EXPECT_EQ(sum, 12240U);
}

TEST(Perft, JsonHoldsTheSameCounts) {
  const ProgramRun run = run_jungle({"perft", "--depth", "3", "--json"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const auto json = nlohmann::json::parse(run.out);
  EXPECT_EQ(json["rules"], "wango");
  EXPECT_EQ(json["depths"][2]["nodes"], 12240);
  const auto divide = nlohmann::json::parse(run_jungle({"perft", "--depth", "1", "--divide", "--json"}).out);
  EXPECT_EQ(divide["moves"].size(), 24U);
  EXPECT_EQ(divide["moves"][0]["nodes"], 1);
}

TEST(Perft, AFinishedGameHasNothingBelow) {
  const ProgramRun run = run_jungle({"perft", "--depth", "2", "--fen", "3L3/7/7/7/7/7/7/7/r6 b 0 9"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.out.substr(0, 4), "1 0 ");
}

TEST(Perft, ABadPositionIsRefused) {
  const ProgramRun run = run_jungle({"perft", "--depth", "1", "--fen", "7/7 r"});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_TRUE(run.err.starts_with("jungle: --fen: ")) << run.err;
  EXPECT_EQ(run.out, "");
}

// LibTorch takes half a second to load and is for those who train.
TEST(Perft, DoesNotLoadLibTorch) {
  ChildProcess child({"perft", "--depth", "20"});
  bool loaded = true;
  ASSERT_TRUE(child.kill_when(SIGKILL, [&] {
    if (child.out().empty()) return false;
    EXPECT_TRUE(child.has_mapped("libstdc++"));
    loaded = child.has_mapped("libtorch") || child.has_mapped("jungle_torch");
    return true;
  })) << child.err();
  EXPECT_FALSE(loaded);
}

}  // namespace
}  // namespace jungle::test
