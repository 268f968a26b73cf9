// jungle net calibration, on games that the program has just played.

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/app/documents.hpp"
#include "tests/app/program.hpp"

namespace jungle::test {
namespace {

struct NetAndGames {
  TemporaryFolder folder;
  std::string net = folder.path() / "net.safetensors";
  std::string games = folder.path() / "games";

  NetAndGames() {
    EXPECT_EQ(run_jungle({"net", "create", "--config", "c8b1", "--out", net}).exit_code, 0);
    const ProgramRun played =
        run_jungle({"selfplay", "--net", net, "--games", "20", "--out", games, "--threads", "1", "--config",
                    source_folder() / "configs/train/smoke.toml"});
    EXPECT_EQ(played.exit_code, 0) << played.err;
  }
  ProgramRun calibration(const std::vector<std::string>& more) const {
    std::vector<std::string> words = {"net", "calibration", net, "--games", games};
    words.insert(words.end(), more.begin(), more.end());
    return run_jungle(words);
  }
};

TEST(NetCalibration, CountsEachSampleOnceAndDoesNotDependOnThreads) {
  const NetAndGames made;
  const ProgramRun one = made.calibration({"--json", "--threads", "1", "--discount", "0.9"});
  ASSERT_EQ(one.exit_code, 0) << one.err;
  EXPECT_EQ(one.out, made.calibration({"--json", "--threads", "3", "--discount", "0.9"}).out);

  const auto json = nlohmann::json::parse(one.out);
  const auto stats = nlohmann::json::parse(run_jungle({"data", "stats", made.games, "--json"}).out);
  ASSERT_EQ(json["calibration"].size(), 2U);
  const auto& outcomes = json["calibration"][0];
  EXPECT_EQ(outcomes["discount"], 1);
  EXPECT_EQ(outcomes["samples"], stats["samples"]);
  double won = 0, faded = 0;
  std::int64_t samples = 0;
  for (const auto& bin : outcomes["win"]["bins"]) {
    won += bin["observed"].get<double>() * bin["samples"].get<double>();
    samples += bin["samples"].get<std::int64_t>();
  }
  for (const auto& bin : json["calibration"][1]["win"]["bins"])
    faded += bin["observed"].get<double>() * bin["samples"].get<double>();
  EXPECT_EQ(samples, stats["samples"].get<std::int64_t>());
  EXPECT_NEAR(won, stats["outcomes"]["won"].get<double>(), 1e-6);
  EXPECT_LT(faded, won) << "a discounted win is in part a draw";
}

TEST(NetCalibration, PrintsATableForEachEndOfAGame) {
  const NetAndGames made;
  const ProgramRun run = made.calibration({});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  for (const char* part : {"against outcomes as they happened\n", "Brier score ", "\nwin: expected error ",
                           "\ndraw: expected error ", "\nloss: expected error "})
    EXPECT_NE(run.out.find(part), std::string::npos) << part << run.out;
  EXPECT_EQ(run.out.find("discounted"), std::string::npos) << "nothing was asked to be";
}

TEST(NetCalibration, BadInputIsOneLine) {
  const NetAndGames made;
  const auto refused = [](const ProgramRun& run, const std::string& part) {
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 1) << run.err;
    EXPECT_NE(run.err.find(part), std::string::npos) << run.err;
  };
  refused(run_jungle({"net", "calibration", made.net, "--games", made.folder.path() / "none"}), "--games: ");
  refused(run_jungle({"net", "calibration", made.net, "--games", made.net}), "--games: ");
  refused(made.calibration({"--discount", "0.2"}), "--discount");
}

}  // namespace
}  // namespace jungle::test
