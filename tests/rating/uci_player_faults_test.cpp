// What an engine that does wrong earns: its game is lost, and it plays the next one.

#include <chrono>
#include <fstream>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "core/movegen.hpp"
#include "core/util/random.hpp"
#include "selfplay/rating/match.hpp"
#include "selfplay/rating/uci_player.hpp"
#include "tests/rating/engines.hpp"
#include "tests/rating/test_players.hpp"

namespace jungle {
namespace {

using test::faulty_engine;

constexpr Limits kFewNodes = {.nodes = 10};
constexpr Limits kLittleTime = {.movetime_ms = 20};
constexpr Limits kMuchTime = {.movetime_ms = 60'000};

// Its first move brings the fault; after that game it is started again and plays. The forfeit.
Forfeit forfeit_by(const std::string& fault, const Limits& limits, int stall_ms = 60'000) {
  const test::FileName mark;
  UciEngine engine = faulty_engine({"fault=" + fault, "once=" + mark.path()});
  engine.margin_ms = 30;
  engine.stall_ms = stall_ms;
  auto player = UciPlayer::open(engine, "spec", {});
  EXPECT_TRUE(player);
  const Game game{RuleSet()};
  const Decision lost = (*player)->choose_move(game, limits, {});
  (*player)->new_game();
  (*player)->get_ready({});
  const Decision next = (*player)->choose_move(game, kMuchTime, {});
  EXPECT_FALSE(next.forfeit) << next.forfeit->text;
  EXPECT_TRUE(is_legal(game.position(), game.rules(), next.move));
  player->reset();
  EXPECT_FALSE(test::has_children());
  return lost.forfeit.value_or(Forfeit{.reason = ForfeitReason::kCrash, .text = "none"});
}

void expect_forfeit(const std::string& fault, const Limits& limits, ForfeitReason reason,
                    const std::string& text, int stall_ms = 60'000) {
  const Forfeit forfeit = forfeit_by(fault, limits, stall_ms);
  EXPECT_EQ(forfeit.reason, reason) << fault;
  EXPECT_EQ(forfeit.text, text) << fault;
  EXPECT_FALSE(forfeit.player_gone) << fault;
}

TEST(UciPlayerFaults, ACrashForfeitsWithTheExitCodeAndTheLastWords) {
  expect_forfeit("crash", kFewNodes, ForfeitReason::kCrash,
                 "exited with code 3; it said: cannot allocate the hash");
  expect_forfeit("signal", kFewNodes, ForfeitReason::kCrash, "was ended by signal 9 (Killed)");
}

TEST(UciPlayerFaults, ClosingItsOutputForfeits) {
  expect_forfeit("close-output", kFewNodes, ForfeitReason::kCrash, "closed its output");
}

TEST(UciPlayerFaults, AHangForfeitsAfterTheTimeForStalling) {
  expect_forfeit("hang", kFewNodes, ForfeitReason::kStalled, "no move within 300 ms", 300);
}

TEST(UciPlayerFaults, AMoveBeyondTimeAndMarginForfeitsOnTime) {
  expect_forfeit("slow", kLittleTime, ForfeitReason::kTime, "no move within 20 ms and 30 ms more");
  expect_forfeit("hang", kLittleTime, ForfeitReason::kTime, "no move within 20 ms and 30 ms more");
}

TEST(UciPlayerFaults, AnIllegalMoveForfeitsAndSaysWhyItIs) {
  const Forfeit forfeit = forfeit_by("illegal", kFewNodes);
  EXPECT_EQ(forfeit.reason, ForfeitReason::kIllegalMove);
  EXPECT_TRUE(forfeit.text.starts_with("played a1a9: ")) << forfeit.text;
}

TEST(UciPlayerFaults, AnAnswerThatIsNoMoveForfeits) {
  expect_forfeit("garbage", kFewNodes, ForfeitReason::kProtocol, "answered \"bestmove e2e4q\\x01!\"");
  expect_forfeit("no-move", kFewNodes, ForfeitReason::kProtocol, "answered \"bestmove (none)\"");
  expect_forfeit("nul", kFewNodes, ForfeitReason::kProtocol, "answered \"bestmove g3\\x00\\x00\"");
}

TEST(UciPlayerFaults, AFloodWithoutLineEndForfeits) {
  expect_forfeit("flood", kFewNodes, ForfeitReason::kProtocol,
                 "wrote more than 65536 bytes without a line end");
}

TEST(UciPlayerFaults, TalkWithoutEndForfeitsWhenTheTimeIsUp) {
  expect_forfeit("endless-info", kFewNodes, ForfeitReason::kStalled, "no move within 300 ms", 300);
  expect_forfeit("endless-errors", kFewNodes, ForfeitReason::kStalled, "no move within 300 ms", 300);
}

TEST(UciPlayerFaults, AnEngineThatIgnoresQuitIsEnded) {
  { const auto player = UciPlayer::open(faulty_engine({"fault=ignore-quit"}), "spec", {}); }
  EXPECT_FALSE(test::has_children());
}

TEST(UciPlayerFaults, AnEngineThatEndsBetweenGamesIsStartedAgainAndLosesNone) {
  const test::FileName mark;
  const auto player =
      UciPlayer::open(faulty_engine({"fault=exit-between-games", "once=" + mark.path()}), "spec", {});
  ASSERT_TRUE(player);
  (*player)->get_ready({});
  EXPECT_FALSE(mark.lines().empty());
  EXPECT_FALSE((*player)->choose_move(Game(RuleSet()), kFewNodes, {}).forfeit);
}

// True once the process is gone or waits as a zombie for whoever has inherited it.
bool is_gone(pid_t pid) {
  std::ifstream stat("/proc/" + std::to_string(pid) + "/stat");
  std::string word, state;
  return !(stat >> word >> word >> state) || state == "Z" || state == "X";
}

TEST(UciPlayerFaults, WhatACrashedEngineHadStartedEndsWithIt) {
  const test::FileName log;
  UciEngine engine = faulty_engine({"fault=orphan", "log=" + log.path()});
  engine.stall_ms = 1000;  // the orphan holds the pipe open, so that no end is seen
  const auto player = UciPlayer::open(engine, "spec", {});
  ASSERT_TRUE(player);
  EXPECT_TRUE((*player)->choose_move(Game(RuleSet()), kFewNodes, {}).forfeit);
  ASSERT_EQ(log.lines().size(), 1U);
  const auto orphan = static_cast<pid_t>(std::stoi(log.lines()[0]));
  while (!is_gone(orphan)) std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

TEST(UciPlayerFaults, AMatchGoesOnWithTheEngineStartedAgainForEachGame) {
  const auto games = run_match({.rules = RuleSet(), .pairs = 3, .seed = 1, .concurrency = 2},
                               test::uci_contestant(faulty_engine({"fault=crash", "at=3"}), kFewNodes),
                               test::random_contestant(), {}, {});
  ASSERT_TRUE(games);
  ASSERT_EQ(games->size(), 6U);
  for (const MatchGame& game : *games) {
    EXPECT_TRUE(game.forfeited_by_a());
    EXPECT_EQ(game.time_a.moves, 3) << "two moves, then the crash";
  }
  EXPECT_FALSE(test::has_children());
}

TEST(UciPlayerFaults, AnEngineThatCannotBeStartedForThreeGamesInARowIsGone) {
  const test::FileName mark;
  const auto games = run_match(
      {.rules = RuleSet(), .pairs = 50, .seed = 1}, test::random_contestant(),
      test::uci_contestant(faulty_engine({"fault=dies-for-good", "once=" + mark.path()}), kFewNodes), {}, {});
  ASSERT_TRUE(games);
  ASSERT_EQ(games->size(), 4U);  // one crash, three games without a start
  EXPECT_EQ(games->at(0).forfeit->why.text, "exited with code 3");
  EXPECT_EQ(games->at(1).forfeit->why.text, "could not be started again: no uciok: exited with code 9");
  EXPECT_EQ(games->at(3).forfeit->why.text,
            "could not be started again: no uciok: exited with code 9, for 3 games in a row");
  EXPECT_EQ(game_that_ended_the_match(*games), &games->at(3));
}

TEST(UciPlayerFaults, StopsAtAnyInstantNeitherHangNorLeaveAChild) {
  Rng rng({20, 26});
  const std::vector<std::string> faults = {"none", "hang", "crash", "endless-info", "flood"};
  for (int match = 0; match < 20; ++match) {
    const std::string& fault = faults[static_cast<std::size_t>(match) % faults.size()];
    const Contestant a = test::uci_contestant(faulty_engine({"fault=" + fault, "at=5"}), kMuchTime);
    const Contestant b = test::uci_contestant(faulty_engine({}), kFewNodes);
    std::stop_source stop;
    std::jthread stopper([&stop, wait = std::chrono::microseconds(rng.below(20'000))] {
      std::this_thread::sleep_for(wait);
      stop.request_stop();
    });
    const auto games = run_match({.rules = RuleSet(), .pairs = 1000, .seed = 1, .concurrency = 2}, a, b, {},
                                 stop.get_token());
    ASSERT_TRUE(games) << games.error();
    EXPECT_LT(games->size(), 2000U);
  }
  EXPECT_FALSE(test::has_children());
}

}  // namespace
}  // namespace jungle
