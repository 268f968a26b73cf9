// jungle match and jungle signature, through the program.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "app/match_report.hpp"
#include "tests/app/program.hpp"

namespace jungle::test {
namespace {

using Json = nlohmann::json;

nlohmann::json match(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "match");
  arguments.emplace_back("--json");
  const ProgramRun run = run_jungle(arguments);
  EXPECT_EQ(run.exit_code, 0) << run.err;
  return nlohmann::json::parse(run.out);
}

void expect_refused(const std::vector<std::string>& arguments, const std::string& part) {
  const ProgramRun run = run_jungle(arguments);
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_EQ(run.out, "");
  EXPECT_EQ(std::ranges::count(run.err, '\n'), 1) << run.err;
  EXPECT_NE(run.err.find(part), std::string::npos) << run.err;
}

TEST(MatchCommand, TellsResultScoreEloAndHowGamesWent) {
  const auto json = match({"ab:depth=3", "random", "--pairs", "10", "--seed", "4"});
  EXPECT_EQ(json["a"], "ab:depth=3");
  EXPECT_EQ(json["b"], "random");
  EXPECT_EQ(json["rules"], "wango");
  EXPECT_EQ(json["games"], 20);
  EXPECT_EQ(json["wins"].get<int>() + json["draws"].get<int>() + json["losses"].get<int>(), 20);
  EXPECT_GT(json["score"], 0.9);
  EXPECT_GT(json["elo_low"], 150);
  EXPECT_EQ(json["unique_games"], 20);
  EXPECT_GT(json["ms_per_move_a"], json["ms_per_move_b"]);
  EXPECT_EQ(json["interrupted"], false);
  int endings = 0;
  for (const auto& [reason, games] : json["endings"].items()) endings += games.get<int>();
  EXPECT_EQ(endings, 20);
}

TEST(MatchCommand, IsTheSameAtAnyConcurrency) {
  auto one = match({"ab:depth=2", "random", "--pairs", "8", "--concurrency", "1"});
  auto many = match({"ab:depth=2", "random", "--pairs", "8", "--concurrency", "5"});
  for (const char* side : {"ms_per_move_a", "ms_per_move_b"}) {
    one.erase(side);
    many.erase(side);
  }
  EXPECT_EQ(one, many);
}

TEST(MatchCommand, NetsPlayFromAFileOrARunDirectoryAndSayWhatTheyRunOn) {
  const TemporaryFolder run;
  std::filesystem::create_directory(run.path() / "nets");
  const std::string file = run.path() / "nets" / "gen-0003.safetensors";
  ASSERT_EQ(run_jungle({"net", "create", "--config", "c8b1", "--out", file}).exit_code, 0);
  const std::string by_run = "mcts:visits=8,net=" + run.path().string();
  const std::string by_file = "mcts:visits=8,net=" + file;
  const ProgramRun played = run_jungle({"match", by_run, by_file, "--pairs", "2", "--json"});
  ASSERT_EQ(played.exit_code, 0) << played.err;
  EXPECT_NE(played.err.find("c8b1"), std::string::npos) << played.err;
  const auto json = nlohmann::json::parse(played.out);
  EXPECT_EQ(json["score"], 0.5);  // the same net: the same games from both sides
  EXPECT_EQ(json["unique_games"], 2);
}

TEST(MatchCommand, GameRecordsReplaceGameRecordsAndNothingElse) {
  const TemporaryFolder folder;
  const std::string net = folder.path() / "net.safetensors";
  ASSERT_EQ(run_jungle({"net", "create", "--config", "c8b1", "--out", net}).exit_code, 0);
  const std::string before = read_text(net);
  expect_refused({"match", "random", "random", "--pairs", "1", "--pgn", net}, "exists and is something else");
  expect_refused({"openings", "make", "--count", "1", "--depth", "1", "--out", net},
                 "exists and is something else");
  expect_refused({"ladder", "--players", "random", "ab:depth=1", "--store", folder.path() / "s.sqlite",
                  "--games", "2", "--pgn", net},
                 "exists and is something else");
  EXPECT_EQ(read_text(net), before);
  const std::string store = folder.path() / "new.sqlite";
  expect_refused(
      {"ladder", "--players", "random", "ab:depth=1", "--store", store, "--games", "2", "--pgn", store},
      "is the store");
  const std::string pgn = folder.path() / "games.pgn";
  for (int i = 0; i < 2; ++i)
    EXPECT_EQ(run_jungle({"match", "random", "random", "--pairs", "1", "--pgn", pgn}).exit_code, 0);
  expect_refused({"ladder", "--players", "random", "ab:depth=1", "--store", folder.path() / "s.sqlite",
                  "--minutes", "nan"},
                 "is not a number from");
}

TEST(MatchCommand, ANetThatDoesNotLoadIsFatal) {
  const TemporaryFolder folder;
  const std::string text = folder.write("net.safetensors", "not a net");
  expect_refused({"match", "mcts:visits=8,net=" + text, "random", "--pairs", "1"}, "net.safetensors");
  expect_refused({"match", "mcts:visits=8,net=" + folder.path().string(), "random", "--pairs", "1"},
                 "holds net.safetensors");
}

TEST(MatchCommand, TreeSearchesPlayTheSameAtAnyConcurrency) {
  auto one = match({"mcts:eval=uniform,visits=300", "random", "--pairs", "4", "--concurrency", "1"});
  auto many = match({"mcts:eval=uniform,visits=300", "random", "--pairs", "4", "--concurrency", "3"});
  EXPECT_EQ(one["endings"], many["endings"]);
  EXPECT_EQ(one["mean_plies"], many["mean_plies"]);
}

TEST(MatchCommand, WritesTheGamesInTheOrderOfTheMatch) {
  const TemporaryFolder folder;
  const std::string file = folder.path() / "match.pgn";
  match({"random", "ab:depth=1", "--pairs", "6", "--concurrency", "3", "--pgn", file, "--rules", "panther"});
  std::vector<std::string> rounds;
  for (const std::string& line : lines_of(read_text(file))) {
    if (line.starts_with("[Round ")) rounds.push_back(line);
    if (line.starts_with("[RuleSet ")) {
      EXPECT_EQ(line, "[RuleSet \"panther\"]");
    }
  }
  ASSERT_EQ(rounds.size(), 12U);
  for (int i = 0; i < 12; ++i) {
    const std::string round = std::to_string(i / 2 + 1) + '.' + std::to_string(i % 2 + 1);
    EXPECT_EQ(rounds[static_cast<std::size_t>(i)], "[Round \"" + round + "\"]");
  }
}

// The signal is sent once the first game is on the disk.
TEST(MatchCommand, AnInterruptedMatchTellsWhatWasPlayed) {
  const TemporaryFolder folder;
  const std::string pgn = folder.path() / "match.pgn";
  const std::string script =
      "\"$1\" match ab:depth=4 ab:depth=3 --pairs 20000 --json --pgn \"$2\" & "
      "until [ -s \"$2.tmp\" ]; do sleep 0.02; done; kill -TERM $!; wait $!";
  const ProgramRun run = run_program({"bash", "-c", script, "bash", JUNGLE_PROGRAM, pgn});
  EXPECT_EQ(run.exit_code, 130) << run.err;
  const auto json = nlohmann::json::parse(run.out);
  EXPECT_EQ(json["interrupted"], true);
  EXPECT_GE(json["games"], 1);
  EXPECT_LT(json["games"], 40000);
  std::int64_t records = 0;
  for (const std::string& line : lines_of(read_text(pgn))) records += line.starts_with("[Event ") ? 1 : 0;
  EXPECT_EQ(json["games"], records);
}

TEST(MatchCommand, WarnsWhenDeterministicPlayersRepeatTheirGames) {
  const std::vector<std::string> arguments = {"match",   "ab:depth=2", "ab:depth=1",
                                              "--pairs", "3",          "--openings"};
  auto without = arguments;
  without.emplace_back("0");
  EXPECT_NE(run_jungle(without).err.find("only 2 of 6 games differ"), std::string::npos);
  auto with = arguments;
  with.emplace_back("8");
  EXPECT_EQ(run_jungle(with).err.find("differ"), std::string::npos);
}

TEST(MatchCommand, BadInputIsRefusedBeforeAnythingIsPlayed) {
  const TemporaryFolder folder;
  const std::string pgn = folder.path() / "x.pgn";
  expect_refused({"match", "ab:dept=3", "random", "--pairs", "1", "--pgn", pgn}, "did you mean \"depth\"?");
  EXPECT_FALSE(std::filesystem::exists(pgn));
  expect_refused({"match", "random", "uci:cmd=x", "--pairs", "1"}, "needs movetime=, nodes= or depth=");
  expect_refused({"match", "random", "uci:cmd=/no/engine,nodes=1", "--pairs", "1", "--pgn", pgn},
                 "cannot run \"/no/engine\"");
  expect_refused({"match", "random", "uci:cmd=true,nodes=1", "--pairs", "1", "--pgn", pgn},
                 "player \"uci:cmd=true,nodes=1\": no uciok: exited with code 0");
  EXPECT_FALSE(std::filesystem::exists(pgn) || std::filesystem::exists(pgn + ".tmp"));
  expect_refused({"match", "random", "random", "--pairs", "0"}, "--pairs");
  expect_refused({"match", "random", "random"}, "--pairs");
  expect_refused({"match", "random", "random", "--pairs", "1", "--rules", "wnago"}, "wango");
  expect_refused({"match", "random", "random", "--pairs", "1", "--pgn", "/nonexistent/x.pgn"},
                 "/nonexistent/x.pgn");
  expect_refused({"match", "random", "random", "--pairs", "1", "--pgn", folder.path()}, "it is a folder");
  std::filesystem::create_symlink("/dev/null", folder.path() / "null");
  expect_refused({"match", "random", "random", "--pairs", "1", "--pgn", folder.path() / "null"},
                 "it is not a regular file");
  expect_refused({"match", "random", "random", "--pairs", "1", "--pgn", ""}, "--pgn: the value is empty");
  expect_refused({"match", "random", "ab:depth=1e3", "--pairs", "1"}, "not a whole number from 1 to 96");
  for (const char* seed : {"-1", "99999999999999999999", "1e3", "0x10"})
    expect_refused(
        {"match", "random", "random", "--pairs", "1", "--seed", seed},
        "--seed: \"" + std::string(seed) + "\" is not a whole number from 0 to 9223372036854775807");
  expect_refused({"match", "random", "random", "--pairs", "25", "--openings", "1"}, "take more plies");
}

Json sprt_of(const std::vector<std::string>& arguments, int exit_code) {
  const ProgramRun run = run_jungle(arguments);
  EXPECT_EQ(run.exit_code, exit_code) << run.err;
  return Json::parse(run.out);
}

TEST(MatchCommand, AnSprtStopsWhenItIsDecidedAndItsVerdictIsTheExitCode) {
  const Json better = sprt_of({"match", "ab:depth=3", "random", "--sprt", "elo0=0,elo1=50", "--json"}, 0);
  EXPECT_EQ(better["sprt"]["decision"], "h1");
  EXPECT_EQ(better["interrupted"], false);
  EXPECT_EQ(better["games"], 2 * better["sprt"]["pairs"].get<int>());
  EXPECT_LT(better["games"], 60);
  const Json worse =
      sprt_of({"match", "random", "ab:depth=3", "--sprt",
               "elo0=0,elo1=50,model=normalised,counts=trinomial,alpha=0.01,beta=0.01", "--json"},
              3);
  EXPECT_EQ(worse["sprt"]["decision"], "h0");
  EXPECT_LE(worse["sprt"]["llr"], worse["sprt"]["lower_bound"]);
  const Json open =
      sprt_of({"match", "ab:depth=2", "ab:depth=2", "--sprt", "elo0=0,elo1=5", "--pairs", "10", "--json"}, 0);
  EXPECT_EQ(open["sprt"]["decision"], "undecided");
  EXPECT_EQ(open["games"], 20);
  EXPECT_NE(run_jungle({"match", "random", "random", "--sprt", "elo0=0,elo1=5", "--pairs", "2"})
                .out.find("undecided"),
            std::string::npos);
}

// There are 24 openings of one ply, and nobody asked for a number of pairs.
TEST(MatchCommand, AnSprtThatRunsOutOfOpeningsEndsUndecidedWithALine) {
  const ProgramRun run = run_jungle({"match", "random", "random", "--sprt", "elo0=0,elo1=1", "--openings",
                                     "1", "--concurrency", "2", "--json"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_NE(run.err.find("the test is undecided: openings of 1 plies end after 24 pairs"), std::string::npos)
      << run.err;
  const Json json = Json::parse(run.out);
  EXPECT_EQ(json["games"], 48);
  EXPECT_EQ(json["interrupted"], false);
  EXPECT_EQ(json["sprt"]["decision"], "undecided");
}

TEST(MatchCommand, AnSprtHasOneVerdictAtAnyConcurrency) {
  const TemporaryFolder folder;
  std::vector<std::string> results;
  for (const char* concurrency : {"1", "4"}) {
    const std::string pgn = folder.path() / concurrency;
    Json json = sprt_of({"match", "ab:depth=2", "ab:depth=1", "--sprt", "elo0=0,elo1=60", "--concurrency",
                         concurrency, "--pgn", pgn, "--json"},
                        0);
    json.erase("ms_per_move_a");
    json.erase("ms_per_move_b");
    results.push_back(json.dump() + read_text(pgn));
    std::int64_t records = 0;
    for (const std::string& line : lines_of(read_text(pgn))) records += line.starts_with("[Event ") ? 1 : 0;
    EXPECT_EQ(json["games"], records);
  }
  EXPECT_EQ(results[0], results[1]);
}

TEST(MatchCommand, AnSprtThatMeansNothingIsRefused) {
  const auto refused = [](const std::string& sprt, const std::string& part) {
    expect_refused({"match", "random", "random", "--sprt", sprt}, part);
  };
  refused("elo0=0", "expected elo0=0,elo1=20");
  refused("elo0=5,elo1=5", "elo0 has to be less than elo1");
  refused("elo0=0,elo1=x", "elo1=\"x\" is not a number");
  refused("elo0=0,elo1=5,elo1=6", "given twice");
  refused("elo0=0,elo1=5,alhpa=0.1", "did you mean \"alpha\"?");
  refused("elo0=0,elo1=5,alpha=0.7", "alpha and beta lie between 0 and 0.5");
  refused("elo0=0,elo1=5,model=bayesian", "not logistic or normalised");
  refused("elo0=0,elo1=5,counts=2", "not pentanomial or trinomial");
}

TEST(MatchReport, InfiniteEloIsNullInJsonAndSaysSoInText) {
  MatchReport report;
  report.tally.wins = 4;
  report.tally.pairs = {0, 0, 0, 0, 2};
  EXPECT_TRUE(match_json(report)["elo"].is_null());
  EXPECT_TRUE(match_json(report)["elo_low"].is_number());
  EXPECT_NE(match_text(report).find("score 100.0 % [38.3, 100.0]  Elo +inf [-83, +inf]"), std::string::npos)
      << match_text(report);
}

TEST(MatchReport, TellsForfeitsWhenThereAreAnyAndClocksOfPlayersThatHaveOne) {
  MatchReport report;
  EXPECT_EQ(match_text(report).find("forfeit"), std::string::npos);
  EXPECT_EQ(match_text(report).find("clock"), std::string::npos);
  EXPECT_TRUE(match_json(report)["clock_a"].is_null());
  report.movetime_b_ms = 100;
  report.tally.time_b = {.nanoseconds = 0, .moves = 30, .longest_nanoseconds = 112'500'000, .moves_over = 2};
  report.tally.forfeits_b = {1, 0, 2, 0, 0};
  EXPECT_NE(match_text(report).find("lost by forfeit A: none; B: time 1, crash 2\n"), std::string::npos);
  EXPECT_NE(
      match_text(report).find("clock of B: 100 ms a move, 2 of 30 moves over it, least margin -12.5 ms"),
      std::string::npos)
      << match_text(report);
  const auto json = match_json(report);
  EXPECT_EQ(json["forfeits_b"]["crash"], 2);
  EXPECT_EQ(json["forfeits_a"]["crash"], 0);
  EXPECT_EQ(json["clock_b"]["moves_over"], 2);
  EXPECT_EQ(json["clock_b"]["least_margin_ms"], -12.5);
}

TEST(Signature, IsOneNumberAndRepeats) {
  const ProgramRun run = run_jungle({"signature"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_GT(std::stoull(run.out), 1000U);
  EXPECT_EQ(run.out, run_jungle({"signature"}).out);
}

TEST(MatchCommand, RefusesPlayersThatNeedMoreMemoryThanThereIs) {
  expect_refused({"match", "ab:depth=1,table_mb=900000", "random", "--pairs", "1"}, "table_mb");
  expect_refused({"match", "random", "mcts:eval=uniform,visits=2,memory_mb=900000", "--pairs", "1"},
                 "memory_mb");
  const TemporaryFolder folder;
  const std::string net = folder.path() / "net.safetensors";
  ASSERT_EQ(run_jungle({"net", "create", "--config", "c8b1", "--out", net}).exit_code, 0);
  expect_refused({"match", "mcts:net=" + net + ",visits=2,cache_mb=900000", "random", "--pairs", "1"},
                 "too little memory");
}

TEST(MatchCommand, LeavesAnOldPgnAloneUntilAGameIsThere) {
  const TemporaryFolder folder;
  const std::string path = (folder.path() / "old.pgn").string();
  std::ofstream(path) << "old games\n";
  // There are not as many openings of one ply.
  EXPECT_EQ(
      run_jungle({"match", "random", "random", "--pairs", "25", "--openings", "1", "--pgn", path}).exit_code,
      2);
  std::string line;
  std::getline(std::ifstream(path) >> std::ws, line);
  EXPECT_EQ(line, "old games");
  const std::string fresh = (folder.path() / "new.pgn").string();
  EXPECT_EQ(
      run_jungle({"match", "random", "random", "--pairs", "25", "--openings", "1", "--pgn", fresh}).exit_code,
      2);
  EXPECT_TRUE(!std::filesystem::exists(fresh) && !std::filesystem::exists(fresh + ".tmp"));
}

}  // namespace
}  // namespace jungle::test
