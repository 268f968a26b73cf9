// `jungle analyze` as a process: positions, games, and queries over pipes.

#include <algorithm>
#include <csignal>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "app/line_reader.hpp"
#include "tests/app/child_process.hpp"
#include "tests/app/piped_process.hpp"
#include "tests/app/program.hpp"

namespace jungle::test {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kWonAtOnce = "c6/3D3/7/7/7/7/R6/e6/7 r 0 1";

TEST(Analyze, TellsTheBestLinesOfAPosition) {
  const ProgramRun run =
      run_jungle({"analyze", "--fen", kWonAtOnce, "--player", "ab:depth=4", "--multipv", "2", "--json"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const Json json = Json::parse(run.out);
  ASSERT_EQ(json["lines"].size(), 2U);
  const Json& best = json["lines"][0];
  EXPECT_EQ(best["move"], "d8d9");
  EXPECT_EQ(best["proven"], "win");
  EXPECT_EQ(best["plies_left"], 1);
  EXPECT_EQ(best["score"], 1);
  EXPECT_TRUE(best["prior"].is_null()) << "alpha-beta has none";
  EXPECT_EQ(json["lines"][1]["plies_left"], 3) << "a move later";
}

TEST(Analyze, TreeSearchTellsVisitsAndPriors) {
  const ProgramRun run = run_jungle(
      {"analyze", "--player", "mcts:eval=uniform,visits=300", "--moves", "g3g4", "--multipv", "4", "--json"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const Json json = Json::parse(run.out);
  EXPECT_EQ(json["side_to_move"], "blue");
  EXPECT_EQ(json["nodes"], 300);
  ASSERT_EQ(json["lines"].size(), 4U);
  for (const Json& line : json["lines"]) {
    EXPECT_GT(line["visits"], 0);
    EXPECT_NEAR(line["prior"].get<double>(), 1.0 / 24, 1e-3);
    EXPECT_NEAR(line["win"].get<double>() + line["draw"].get<double>() + line["loss"].get<double>(), 1, 1e-4);
    EXPECT_EQ(line["moves"][0], line["move"]);
  }
}

TEST(Analyze, TextHasALineForEachMove) {
  const ProgramRun run = run_jungle({"analyze", "--player", "ab:depth=4", "--multipv", "5"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const std::vector<std::string> lines = lines_of(run.out);
  const auto head =
      std::ranges::find_if(lines, [](const std::string& line) { return line.starts_with(" # "); });
  EXPECT_EQ(lines.end() - head, 6);
}

TEST(Analyze, AFinishedGameHasNoLines) {
  const ProgramRun run = run_jungle({"analyze", "--fen", kWonAtOnce, "--moves", "d8d9", "--json"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const Json json = Json::parse(run.out);
  EXPECT_EQ(json["outcome"], "red");
  EXPECT_TRUE(json["lines"].empty());
}

TEST(Analyze, RefusesWhatItCannotAnalyse) {
  const std::vector<std::vector<std::string>> bad = {{"--player", "random"},
                                                     {"--player", "ab"},
                                                     {"--player", "mcts:net=/nowhere,visits=1"},
                                                     {"--moves", "g3g5"},
                                                     {"--fen", "7/7"},
                                                     {"--game", "/nowhere.pgn"},
                                                     {"--multipv", "0"},
                                                     {"--game", "x.pgn", "--fen", "y"},
                                                     {"--stdin", "--json"},
                                                     {"--concurrency", "2"}};
  for (std::vector<std::string> words : bad) {
    words.insert(words.begin(), "analyze");
    const ProgramRun run = run_jungle(words);
    EXPECT_EQ(run.exit_code, 2) << words.back();
    EXPECT_EQ(lines_of(run.err).size(), 1U) << run.err;
    EXPECT_EQ(run.out, "");
  }
}

// Blue's leopard lets Red's into the den.
constexpr const char* kGame =
    "[White \"first\"]\n[Black \"second\"]\n[Result \"1-0\"]\n[SetUp \"1\"]\n"
    "[FEN \"l3ct1/rd2p2/3P1w1/4R2/6e/3D3/EW5/1C5/T5L b 33 17\"]\n\n"
    "1... e8f8 2. d7d8 f8g8 3. d8d9 1-0\n";

TEST(Analyze, MarksTheMoveThatGivesAGameAway) {
  const TemporaryFolder folder;
  const std::string file = folder.write("game.pgn", kGame);
  const ProgramRun run = run_jungle({"analyze", "--game", file, "--player", "ab:depth=5", "--json"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const Json game = Json::parse(run.out)["games"].at(0);
  std::string marks;
  for (const Json& move : game["moves"]) marks += move["mark"].get<std::string>() + ";";
  EXPECT_EQ(marks, "??;;;;");
  EXPECT_EQ(game["outcome"], "red");
  EXPECT_EQ(game["moves"][3]["score"], 1);
  EXPECT_EQ(game["blue"]["blunders"], 1);
  EXPECT_EQ(game["red"]["best_moves"], 2);
  EXPECT_EQ(game["red"]["mean_loss"], 0);
}

TEST(Analyze, AReviewByTreeSearchComparesBestLines) {
  const TemporaryFolder folder;
  const std::string file = folder.write("game.pgn", kGame);
  const ProgramRun run =
      run_jungle({"analyze", "--game", file, "--player", "mcts:eval=uniform,visits=300", "--json"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const Json moves = Json::parse(run.out)["games"].at(0)["moves"];
  ASSERT_EQ(moves.size(), 4U);
  for (std::size_t i = 0; i < moves.size(); ++i) {
    EXPECT_EQ(moves[i]["best_score"], moves[i]["lines"].at(0)["score"]) << i;
    if (i == 0) continue;
    EXPECT_EQ(moves[i - 1]["score"], 1 - moves[i]["best_score"].get<double>()) << i;
  }
}

TEST(Analyze, EveryGameOfAFileIsReviewedInText) {
  const TemporaryFolder folder;
  const std::string file = folder.write("games.pgn", std::string(kGame) + "\n" + kGame);
  const ProgramRun run = run_jungle({"analyze", "--game", file, "--player", "ab:depth=3"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_NE(run.out.find("game 1: first - second, 1-0"), std::string::npos) << run.out;
  EXPECT_NE(run.out.find("game 2: first - second, 1-0"), std::string::npos);
  EXPECT_NE(run.out.find("\nred: 2 moves, 2 of them the best, "), std::string::npos);
}

bool is_catching(const ChildProcess& child) { return child.has_blocked(SIGINT); }

TEST(Analyze, AnInterruptTellsWhatWasFound) {
  ChildProcess child({"analyze", "--player", "ab:movetime=86400000"});
  ASSERT_TRUE(child.kill_when(SIGINT, [&] { return is_catching(child); }));
  const ProgramRun run = child.wait();
  EXPECT_EQ(run.exit_code, 130) << run.err;
  EXPECT_NE(run.out.find("\n # move "), std::string::npos) << run.out;
}

// The first game has a proven end and is done at once; the second would take days.
TEST(Analyze, AnInterruptedReviewTellsWhatIsDone) {
  const TemporaryFolder folder;
  const std::string file =
      folder.write("games.pgn", "[Result \"1-0\"]\n[SetUp \"1\"]\n[FEN \"" + std::string(kWonAtOnce) +
                                    "\"]\n\n1. d8d9 1-0\n\n"
                                    "[Result \"*\"]\n\n1. g3g4 a7a6 *\n");
  ChildProcess child({"analyze", "--game", file, "--player", "ab:movetime=86400000"});
  ASSERT_TRUE(child.kill_when(SIGINT, [&] { return child.out().find("red: 1 moves") != std::string::npos; }));
  const ProgramRun run = child.wait();
  EXPECT_EQ(run.exit_code, 130) << run.err;
  EXPECT_NE(run.out.find("game 1: "), std::string::npos) << run.out;
  EXPECT_EQ(run.out.find("game 2: "), std::string::npos) << run.out;
}

std::map<std::string, Json> answers(const ProgramRun& run) {
  std::map<std::string, Json> by_id;
  for (const std::string& line : lines_of(run.out)) {
    const Json json = Json::parse(line);
    by_id[json["id"].dump()] = json;
  }
  return by_id;
}

ProgramRun ask(const std::string& queries) {
  return run_jungle({"analyze", "--stdin", "--player", "ab:depth=3", "--concurrency", "2"}, queries);
}

TEST(AnalyzeQueries, AreAnsweredWithTheirIds) {
  const ProgramRun run =
      ask("{\"id\": 1, \"moves\": [\"g3g4\"], \"multipv\": 1}\n"
          "{\"id\": \"two\", \"fen\": \"c6/3D3/7/7/7/7/R6/e6/7 r 0 1\", \"limits\": {\"depth\": 2}}\n\n"
          "{\"id\": 3, \"rules\": \"panther\", \"moves\": \"a7a6 g3g4\"}\n");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  auto found = answers(run);
  ASSERT_EQ(found.size(), 3U) << run.out;
  EXPECT_EQ(found["1"]["lines"].size(), 1U);
  EXPECT_EQ(found["1"]["side_to_move"], "blue");
  EXPECT_EQ(found["\"two\""]["lines"][0]["move"], "d8d9");
  EXPECT_EQ(found["\"two\""]["lines"].size(), 3U) << "--multipv of the command";
  EXPECT_EQ(found["3"]["rules"], "panther");
}

TEST(AnalyzeQueries, AWrongOneIsAnsweredAndTheRestGoesOn) {
  const std::vector<std::string> wrong = {"{\"id\": 1, \"moves\": [\"a1a9\"]}",
                                          "{\"id\": 1, \"moves\": 7}",
                                          "{\"id\": 1, \"moves\": [7]}",
                                          "{\"id\": 1, \"fen\": \"7/7\"}",
                                          "{\"id\": 1, \"fen\": 3}",
                                          "{\"id\": 1, \"rules\": \"chess\"}",
                                          "{\"id\": 1, \"rules\": []}",
                                          "{\"id\": 1, \"multipv\": 0}",
                                          "{\"id\": 1, \"multipv\": 1.5}",
                                          "{\"id\": 1, \"limits\": {\"visits\": 5}}",
                                          "{\"id\": 1, \"limits\": {\"depth\": 97}}",
                                          "{\"id\": 1, \"limits\": {\"nodes\": 18446744073709551615}}",
                                          "{\"id\": 1, \"limits\": {}}",
                                          "{\"id\": 1, \"limits\": 3}",
                                          "{\"id\": 1, \"move\": []}"};
  std::string queries;
  for (const std::string& query : wrong) queries += query + "\n";
  const ProgramRun run = ask(queries + "{\"id\": 2}\n");
  EXPECT_EQ(run.exit_code, 2);
  int errors = 0;
  for (const std::string& line : lines_of(run.out)) {
    const Json json = Json::parse(line);
    if (json.contains("error")) {
      ++errors;
      EXPECT_EQ(json["id"], 1) << line;
      EXPECT_FALSE(json["error"].get<std::string>().empty());
    } else {
      EXPECT_EQ(json["id"], 2);
    }
  }
  EXPECT_EQ(errors, static_cast<int>(wrong.size()));
  EXPECT_EQ(lines_of(run.out).size(), wrong.size() + 1);
}

TEST(AnalyzeQueries, TextThatIsNoQueryIsAnsweredWithoutAnId) {
  const std::string bomb(60000, '[');
  const std::string cut = "{\"id\": 1}" + std::string(70000, ' ');  // its beginning is a query
  for (const std::string& text : {std::string("hello"), std::string("[]"), std::string("{\"id\": []}"), bomb,
                                  cut, std::string("{\"id\": \"\xff\"}"), std::string("{}")}) {
    const ProgramRun run = ask(text + "\n");
    EXPECT_EQ(run.exit_code, 2);
    ASSERT_EQ(lines_of(run.out).size(), 1U) << text.substr(0, 20);
    const Json json = Json::parse(lines_of(run.out)[0]);
    EXPECT_TRUE(json["id"].is_null());
    EXPECT_TRUE(json["error"].is_string());
  }
}

TEST(AnalyzeQueries, MayBeAsLongAsALineMayBe) {
  std::string longest = "{\"id\": 1, \"limits\": {\"depth\": 1}}";
  longest.resize(kMaxLineBytes, ' ');
  for (const char* end : {"\n", "\r\n", ""}) EXPECT_EQ(ask(longest + end).exit_code, 0);
  EXPECT_EQ(ask(longest + " \n").exit_code, 2);
  EXPECT_EQ(ask(longest + " \r\n").exit_code, 2);
}

TEST(AnalyzeQueries, AnAnswerDoesNotDependOnTheQueriesBefore) {
  const std::string query = "{\"id\": 9, \"moves\": \"g3g4\"}\n";
  const std::string others =
      "{\"id\": 1, \"moves\": \"g3g4 a7a6\"}\n{\"id\": 2}\n{\"id\": 3, \"moves\": \"c3c4\"}\n";
  EXPECT_EQ(answers(ask(query))["9"], answers(ask(others + query))["9"]);
}

TEST(AnalyzeQueries, ComeBackWhileTheInputIsOpen) {
  PipedProcess service({"analyze", "--stdin", "--player", "ab:depth=3"});
  service.send("{\"id\": 1}\n");
  EXPECT_TRUE(service.read_until("{\"id\":1,"));
  service.send("{\"id\": 2}\n");
  EXPECT_TRUE(service.read_until("{\"id\":2,"));
  service.close_input();
  EXPECT_EQ(service.wait(), 0);
}

TEST(AnalyzeQueries, ASlowOneDoesNotHoldUpTheNext) {
  PipedProcess service({"analyze", "--stdin", "--player", "ab:depth=3", "--concurrency", "2"});
  service.send("{\"id\": 1, \"limits\": {\"movetime\": 86400000}}\n{\"id\": 2}\n");
  EXPECT_TRUE(service.read_until("{\"id\":2,")) << "in the order in which they are done";
}

TEST(AnalyzeQueries, AnInterruptAnswersWhatIsAtWorkAndReadsNoMore) {
  PipedProcess service({"analyze", "--stdin", "--player", "ab:movetime=86400000", "--concurrency", "1"});
  service.send("{\"id\": 1, \"limits\": {\"depth\": 1}}\n");
  ASSERT_TRUE(service.read_until("{\"id\":1,"));
  service.send("{\"id\": 2}\n{\"id\": 3}\nno query\n");
  ASSERT_TRUE(service.read_until("{\"id\":null,")) << "all are read";
  service.signal(SIGINT);
  EXPECT_EQ(service.wait(), 130) << "the input is still open";
  EXPECT_NE(service.out().find("{\"id\":2,"), std::string::npos) << service.out();
  EXPECT_NE(service.out().find("{\"id\":3,\"error\":\"stopped before its turn\"}"), std::string::npos);
}

// One is at work for a day, some wait, more are not even read; and nothing is written that could fail.
TEST(AnalyzeQueries, WorkStopsWhenNobodyReadsTheAnswers) {
  for (const int queries : {1, 20}) {
    PipedProcess service({"analyze", "--stdin", "--player", "ab:movetime=86400000", "--concurrency", "1"});
    for (int i = 0; i < queries; ++i) service.send("{\"id\": 1}\n");
    service.send("no query\n");
    if (queries == 1) {
      EXPECT_TRUE(service.read_until("{\"id\":null,"));
    }
    service.close_output();
    EXPECT_NE(service.wait(), PipedProcess::kHung) << queries;
  }
}

}  // namespace
}  // namespace jungle::test
