// The conversation, with real searches and with players whose every step the test decides.

#include <atomic>
#include <memory>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "core/util/text.hpp"
#include "tests/app/program.hpp"
#include "tests/app/uci/conversation.hpp"

namespace jungle::test {
namespace {

using Lines = std::vector<std::string>;

// What the session asks of its player. Searches until stopped, or answers at once.
struct Asked {
  std::atomic<int> searches = 0, new_games = 0;
  std::atomic<bool> at_once = false, fails = false;
  Limits limits;  // of the last search; read after its bestmove
};

class AskedPlayer final : public Player {
 public:
  explicit AskedPlayer(Asked& asked) : asked_(asked) {}
  Decision choose_move(const Game& game, const Limits& limits, std::stop_token stop) override {
    asked_.limits = limits;
    ++asked_.searches;
    while (!asked_.at_once && !stop.stop_requested()) std::this_thread::yield();
    if (asked_.fails) throw std::runtime_error("the lamp went out");
    MoveList moves;
    game.legal_moves(moves);
    Decision decision;
    decision.move = moves[0];
    return decision;
  }
  void new_game() override { ++asked_.new_games; }
  std::string name() const override { return "asked"; }

 private:
  Asked& asked_;
};

struct AskedConversation : Asked {
  Conversation uci{std::make_unique<AskedPlayer>(*this)};
  void wait_for_search(int number) const {
    while (searches < number) std::this_thread::yield();
  }
};

int count(const Lines& lines, std::string_view start) {
  int found = 0;
  for (const std::string& line : lines) found += line.starts_with(start) ? 1 : 0;
  return found;
}

TEST(UciSession, IntroducesItselfWithItsOptions) {
  Conversation uci;
  const Lines lines = uci.answers_to("uci");
  EXPECT_TRUE(lines.at(0).starts_with("id name JungleZero "));
  EXPECT_TRUE(lines.at(1).starts_with("id author "));
  EXPECT_EQ(lines.back(), "uciok");
  EXPECT_EQ(count(lines, "option name "), static_cast<int>(lines.size()) - 3);
}

TEST(UciSession, InfoLinesTellDepthScoreWdlNodesAndALineOfMoves) {
  Conversation uci;
  uci.say("setoption name MultiPV value 2");
  uci.say("go depth 4");
  const std::string line = uci.wait_for("info depth 4 multipv 2 score cp ");
  for (const char* word : {" wdl ", " nodes ", " time ", " pv "})
    EXPECT_NE(line.find(word), line.npos) << line;
  const std::string best = uci.wait_for("bestmove ");
  EXPECT_NE(best.find(" ponder "), best.npos);
  uci.say("setoption name UCI_ShowWDL value false");
  uci.say("go depth 2");
  EXPECT_EQ(uci.wait_for("info depth 2 multipv 1").find(" wdl "), std::string::npos);
}

TEST(UciSession, AMateIsCountedInMovesOfTheSide) {
  Conversation uci;
  uci.say("position fen c6/3D3/7/7/7/7/R6/e6/7 r 0 1");
  uci.say("go depth 3");
  uci.wait_for("info depth 1 multipv 1 score mate 1 wdl 1000 0 0");
  EXPECT_EQ(uci.wait_for("bestmove"), "bestmove d8d9");
}

TEST(UciSession, PositionsTakeMovesAndBothLettersOfASide) {
  Conversation uci;
  EXPECT_EQ(uci.answers_to("position startpos moves g3g4 a7a6"), Lines());
  const Lines shown = uci.answers_to("d");
  EXPECT_EQ(count(shown, "position l5t/1d3c1/2p1w1e/r6/7/6R/E1W1P2/1C3D1/T5L r 2 2"), 1);
  EXPECT_EQ(uci.answers_to("position fen 7/7/7/3L3/3r3/7/7/7/7 w 0 1"), Lines());
  EXPECT_EQ(count(uci.answers_to("d"), "position 7/7/7/3L3/3r3/7/7/7/7 r 0 1"), 1);
  EXPECT_EQ(uci.answers_to("position fen 7/7/7/3L3/3r3/7/7/7/7 b moves d5d4"), Lines());
}

TEST(UciSession, APositionThatIsRefusedLeavesTheOneBefore) {
  Conversation uci;
  uci.say("position startpos moves g3g4");
  const Lines before = uci.answers_to("d");
  for (const char* bad :
       {"position startpos moves g3g4 a1a9", "position fen 7/7 r 0 1", "position", "position fen",
        "position startpos fen", "position startpos moves g3g4 g4g5", "position here"}) {
    const Lines told = uci.answers_to(bad);
    ASSERT_EQ(told.size(), 1U) << bad;
    EXPECT_TRUE(told[0].starts_with("info string position: ")) << told[0];
    EXPECT_EQ(uci.answers_to("d"), before) << bad;
  }
}

TEST(UciSession, OptionsThatAreRefusedChangeNothing) {
  Conversation uci;
  const Lines before = uci.answers_to("uci");
  for (const char* bad :
       {"setoption name Hash value much", "setoption name Hash value 0", "setoption name Hash value 1048576",
        "setoption name Threads value 0", "setoption name Nothing value 1", "setoption",
        "setoption name Hash", "setoption name Rules value chess",
        "setoption name WeightsFile value /nowhere.safetensors", "setoption name Ponder value maybe"}) {
    const Lines told = uci.answers_to(bad);
    ASSERT_EQ(told.size(), 1U) << bad;
    EXPECT_TRUE(told[0].starts_with("info string setoption: ")) << told[0];
    EXPECT_EQ(uci.answers_to("uci"), before) << bad;
  }
}

TEST(UciSession, NamesOfOptionsHaveSpacesAndAnyCase) {
  Conversation uci;
  EXPECT_EQ(uci.answers_to("setoption name move OVERHEAD value 77"), Lines());
  EXPECT_EQ(count(uci.answers_to("uci"), "option name Move Overhead type spin default 77 "), 1);
}

TEST(UciSession, RulesPutTheirOwnStartPositionOnTheBoard) {
  Conversation uci;
  uci.say("position startpos moves g3g4");
  EXPECT_EQ(uci.answers_to("setoption name Rules value panther"), Lines());
  const Lines shown = uci.answers_to("d");
  EXPECT_EQ(count(shown, "rules panther"), 1);
  EXPECT_EQ(count(shown, "position l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L b 0 1"), 1) << "Blue begins";
}

TEST(UciSession, UnknownCommandsAreToldOnceAndEmptyLinesPassedOver) {
  Conversation uci;
  EXPECT_EQ(uci.answers_to("castle kingside"), Lines{"info string unknown command \"castle\""});
  EXPECT_EQ(uci.answers_to("  "), Lines());
  EXPECT_EQ(uci.answers_to("ponderhit").size(), 1U);
  EXPECT_EQ(uci.answers_to("stop"), Lines()) << "nothing runs: nothing to say";
}

TEST(UciSession, ALineThatIsTooLongIsPassedOver) {
  Conversation uci;
  uci.say("position startpos moves g3g4");
  const Lines before = uci.answers_to("d");
  const Lines told = uci.answers_to("position startpos" + std::string(kMaxLineBytes, ' ') + "moves a1b1");
  ASSERT_EQ(told.size(), 1U);
  EXPECT_TRUE(told[0].starts_with("info string the line is longer than 65536 bytes")) << told[0];
  EXPECT_EQ(uci.answers_to("d"), before);
  std::string longest = "position startpos";
  longest.resize(kMaxLineBytes, ' ');
  EXPECT_EQ(uci.answers_to(longest), Lines());
  EXPECT_NE(uci.answers_to("d"), before);
  uci.say("go depth 3" + std::string(kMaxLineBytes, ' '));
  EXPECT_EQ(uci.wait_for("bestmove"), "bestmove (none)");
}

TEST(UciSession, PerftCountsAndMovesAreSorted) {
  Conversation uci;
  const Lines moves = uci.answers_to("moves");
  ASSERT_EQ(moves.size(), 1U);
  const Lines counts = uci.answers_to("perft 3");
  EXPECT_EQ(counts.size(), split_words(moves[0]).size() + 1);
  EXPECT_EQ(counts.back(), "nodes searched: 12240");
  EXPECT_EQ(uci.answers_to("go perft 3"), counts);
  EXPECT_EQ(uci.answers_to("perft many").back(), "bestmove (none)");
}

TEST(UciSession, ALongPerftIsStopped) {
  Conversation uci;
  uci.say("perft 15");
  uci.say("stop");
  uci.wait_for("info string perft was stopped");
}

TEST(UciSession, AFinishedGameHasNoMove) {
  Conversation uci;
  uci.say("position fen 3D3/7/7/7/7/7/R6/e6/7 b 0 1");
  uci.say("go depth 3");
  EXPECT_EQ(uci.wait_for("bestmove"), "bestmove (none)");
  uci.say("go infinite");
  EXPECT_EQ(count(uci.answers(), "bestmove"), 0) << "infinite waits for stop here too";
  uci.say("stop");
  EXPECT_EQ(uci.wait_for("bestmove"), "bestmove (none)");
}

TEST(UciSession, ASingleLegalMoveIsPlayedAtOnceButForAnalysis) {
  Conversation uci;
  uci.say("position fen 7/7/7/7/7/7/7/E6/c5R b 0 1");
  uci.say("go wtime 600000 btime 600000");
  uci.wait_for("info depth 0 nodes 0 ");
  EXPECT_EQ(uci.wait_for("bestmove"), "bestmove a1b1");
  uci.say("go infinite");
  uci.wait_for("info depth 1 ");
}

TEST(UciSession, AnInfiniteSearchThatIsDoneWaitsForStop) {
  Conversation uci;
  uci.say("position fen c6/3D3/7/7/7/7/R6/e6/7 r 0 1");  // won at once: the search ends by itself
  uci.say("go infinite");
  uci.wait_for("info ");
  EXPECT_EQ(count(uci.answers(), "bestmove"), 0);
  uci.say("stop");
  EXPECT_EQ(uci.wait_for("bestmove"), "bestmove d8d9");
}

TEST(UciSession, PonderhitLetsTheSameSearchGoOnByTheClock) {
  AskedConversation player;
  player.uci.say("go ponder wtime 100 btime 100");
  player.wait_for_search(1);
  EXPECT_EQ(count(player.uci.answers(), "bestmove"), 0);
  player.uci.say("ponderhit");
  player.uci.wait_for("bestmove");
  EXPECT_EQ(player.searches, 1);
}

TEST(UciSession, TheClockIsThatOfTheSideThatMovesFirstUnderTheRules) {
  AskedConversation player;
  // Blue begins: wtime is its clock. With the other one this search would not end.
  player.uci.say("setoption name Rules value panther");
  player.uci.say("go wtime 50 btime 1000000000");
  player.uci.wait_for("bestmove");
  player.uci.say("go ponder wtime 50 btime 1000000000");
  player.uci.say("position startpos moves a7a6");  // meant for later
  player.uci.say("ponderhit");
  player.uci.wait_for("bestmove");
}

TEST(UciSession, AClockOfTheOtherSideAloneEndsTheSearchToo) {
  AskedConversation player;
  player.uci.say("go btime 50");  // Red is to move
  player.uci.wait_for("bestmove");
}

TEST(UciSession, AGoThatDoesNotSayWhenToEndHasNoMove) {
  Conversation uci;
  uci.say("go mate 3");
  EXPECT_EQ(uci.wait_for("info string"), "info string go: \"mate 3\" does not say when to end");
  EXPECT_EQ(uci.wait_for("bestmove"), "bestmove (none)");
}

TEST(UciSession, APonderSearchThatIsDoneAnswersAtPonderhit) {
  AskedConversation player;
  player.at_once = true;
  player.uci.say("go ponder wtime 1000000 btime 1000000");
  player.wait_for_search(1);
  EXPECT_EQ(count(player.uci.answers(), "bestmove"), 0);
  player.uci.say("ponderhit");
  player.uci.wait_for("bestmove");
}

TEST(UciSession, AnInfiniteSearchIsNotEndedByPonderhit) {
  AskedConversation player;
  player.uci.say("go infinite");
  player.wait_for_search(1);
  EXPECT_EQ(player.uci.answers_to("ponderhit"), Lines{"info string ponderhit: nothing is pondered"});
  player.uci.say("stop");
  player.uci.wait_for("bestmove");
}

TEST(UciSession, EachGoHasOneBestmoveWhateverFollowsIt) {
  AskedConversation player;
  for (const char* next : {"go infinite", "ucinewgame", "setoption name MultiPV value 2", "go movetime 1"}) {
    player.uci.say("go infinite");
    player.uci.say(next);
  }
  player.uci.say("stop");
  player.uci.end();
  EXPECT_EQ(count(player.uci.rest(), "bestmove "), 6);
}

TEST(UciSession, TheEndOfTheInputStopsASearchWithItsBestmove) {
  AskedConversation player;
  player.uci.say("go infinite");
  player.wait_for_search(1);
  player.uci.end();
  EXPECT_EQ(count(player.uci.rest(), "bestmove "), 1);
}

TEST(UciSession, APlayerThatFailsStillMoves) {
  AskedConversation player;
  player.at_once = player.fails = true;
  player.uci.say("go depth 3");
  EXPECT_EQ(player.uci.wait_for("info string"), "info string the search failed: the lamp went out");
  player.uci.wait_for("bestmove ");
  player.fails = false;
  player.uci.say("go depth 3");
  player.uci.wait_for("bestmove ");
}

TEST(UciSession, LimitsOfGoReachThePlayer) {
  AskedConversation player;
  player.at_once = true;
  const auto limits_of = [&](const std::string& go) {
    player.uci.say(go);
    player.uci.wait_for("bestmove");
    return player.limits;
  };
  EXPECT_EQ(limits_of("go depth 7").depth, 7);
  EXPECT_EQ(limits_of("go nodes 1234").nodes, 1234);
  EXPECT_TRUE(limits_of("go movetime 5").infinite) << "the session keeps the clock";
  player.uci.say("setoption name Visits value 500");
  EXPECT_EQ(limits_of("go nodes 1234").visits, 500) << "what is reached first";
  EXPECT_EQ(limits_of("go depth 3").visits, 500);
}

TEST(UciSession, NewGamesReachThePlayer) {
  AskedConversation player;
  player.uci.answers_to("ucinewgame");
  EXPECT_EQ(player.new_games, 1);
}

TEST(UciSession, TreeSearchSpeaksTheSameLanguage) {
  Conversation uci("mcts:eval=uniform,threads=2,memory_mb=64");
  uci.say("setoption name MultiPV value 3");
  uci.say("go nodes 2000");
  uci.wait_for("info depth ");
  uci.wait_for("bestmove ");
  uci.say("go infinite");
  uci.wait_for("info depth ");
  uci.say("stop");
  uci.wait_for("bestmove ");
  EXPECT_EQ(count(uci.answers_to("uci"), "option name Hash type spin default 64 "), 1);
}

TEST(UciSession, ANetIsSetByOption) {
  const TemporaryFolder folder;
  const std::string net = folder.path() / "net.safetensors";
  ASSERT_EQ(run_jungle({"net", "create", "--config", "c8b1v4h16", "--out", net}).exit_code, 0);
  Conversation uci;
  EXPECT_EQ(uci.answers_to("setoption name WeightsFile value " + net), Lines());
  EXPECT_EQ(count(uci.answers_to("uci"), "option name WeightsFile type string default " + net), 1);
  uci.say("go nodes 50");
  uci.wait_for("info depth ");
  uci.wait_for("bestmove ");
  EXPECT_EQ(uci.answers_to("setoption name WeightsFile value <empty>"), Lines());
  uci.say("go depth 3");
  uci.wait_for("info depth 3 ");
}

}  // namespace
}  // namespace jungle::test
