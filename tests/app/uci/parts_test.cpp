// Clock, limits and lines, each by itself.

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "app/uci/go_command.hpp"
#include "app/uci/info.hpp"
#include "app/uci/time_control.hpp"
#include "core/notation.hpp"
#include "core/util/text.hpp"

namespace jungle {
namespace {

TEST(UciTime, IsNeverMoreThanIsLeftLessTheOverhead) {
  for (const std::int64_t left : {-50, 0, 1, 29, 30, 31, 100, 1000, 60000, 3600000})
    for (const std::int64_t increment : {0, 100, 5000, 100000})
      for (const int moves : {0, 1, 2, 40, 1000})
        for (const std::int64_t overhead : {0, 30, 5000})
          for (const bool ponders : {false, true}) {
            const GameClock clock{.left_ms = left, .increment_ms = increment, .moves_to_go = moves};
            const std::int64_t time = move_time_ms(clock, overhead, ponders);
            EXPECT_GE(time, 0);
            EXPECT_LE(time, std::max<std::int64_t>(left - overhead, 0));
          }
}

TEST(UciTime, LastsForAGameOfAHundredMovesWithAndWithoutIncrement) {
  for (const std::int64_t increment : {0, 100}) {
    std::int64_t left = 60000;
    for (int move = 0; move < 100; ++move) {
      const std::int64_t used = move_time_ms({.left_ms = left, .increment_ms = increment}, 0);
      EXPECT_GT(used, 0) << move;
      left += increment - used;
    }
    EXPECT_GE(left, 0);
  }
}

TEST(UciTime, GrowsWithTheClockTheIncrementAndPondering) {
  const GameClock clock{.left_ms = 60000};
  const auto time = [](GameClock c, bool ponders = false) { return move_time_ms(c, 30, ponders); };
  EXPECT_LT(time({.left_ms = 30000}), time(clock));
  EXPECT_LT(time(clock), time({.left_ms = 60000, .increment_ms = 1000}));
  EXPECT_LT(time(clock), time(clock, true));
  EXPECT_LT(time(clock), time({.left_ms = 60000, .moves_to_go = 5}));
  EXPECT_EQ(time({.left_ms = 1000, .moves_to_go = 1}), 970) << "the last move before the clock is set anew";
}

Result<GoCommand> go(std::string_view text) { return parse_go(split_words(text)); }

TEST(UciGo, GivesEachSideItsClock) {
  const auto command = go("wtime 1000 btime 2000 winc 10 binc 20 movestogo 5");
  ASSERT_TRUE(command);
  EXPECT_EQ(command->clock(true)->left_ms, 1000);
  EXPECT_EQ(command->clock(true)->increment_ms, 10);
  EXPECT_EQ(command->clock(false)->left_ms, 2000);
  EXPECT_EQ(command->clock(false)->increment_ms, 20);
  EXPECT_EQ(command->clock(false)->moves_to_go, 5);
  EXPECT_FALSE(go("depth 3")->clock(false));
  EXPECT_EQ(go("wtime -20 btime 5")->clock(true)->left_ms, -20) << "a clock that has run out";
}

TEST(UciGo, TheOnlyClockThatIsToldCountsForBothSides) {
  EXPECT_EQ(go("wtime 1000 winc 10")->clock(false)->left_ms, 1000);
  EXPECT_EQ(go("wtime 1000 winc 10")->clock(false)->increment_ms, 10);
  EXPECT_EQ(go("btime 2000 winc 10 binc 20")->clock(true)->left_ms, 2000);
  EXPECT_EQ(go("btime 2000 winc 10 binc 20")->clock(true)->increment_ms, 20);
}

TEST(UciGo, RefusesWordsThatDoNotSayWhenToEnd) {
  for (const char* bad : {"mate 3", "movetiem 100", "winc 100 binc 100", "movestogo 5", "searchmoves g3g4"}) {
    const auto command = go(bad);
    ASSERT_FALSE(command) << bad;
    EXPECT_EQ(command.error(), "\"" + std::string(bad) + "\" does not say when to end");
  }
  for (const char* good : {"", "infinite", "ponder", "mate 3 depth 5", "btime 0", "perft 2"})
    EXPECT_TRUE(go(good)) << good;
}

TEST(UciGo, RefusesNumbersThatAreNone) {
  for (const char* bad : {"depth", "depth 0", "depth x", "nodes -1", "movetime 1.5", "wtime", "binc -1",
                          "perft 99", "nodes 99999999999999999999"})
    EXPECT_FALSE(go(bad)) << bad;
}

TEST(UciGo, PassesOverWordsItDoesNotKnow) {
  const auto command = go("searchmoves depth 3");
  ASSERT_TRUE(command);
  EXPECT_EQ(command->unknown, std::vector<std::string>{"searchmoves"});
  EXPECT_EQ(command->depth, 3);
}

TEST(UciGo, WithoutAnyLimitSearchesUntilStopped) {
  EXPECT_TRUE(search_limits(*go(""), {}, true).infinite);
  EXPECT_FALSE(search_limits(*go("depth 5"), {}, true).infinite);
  const Limits own{.visits = 100};
  EXPECT_EQ(search_limits(*go(""), own, false).visits, 100) << "the player's own limit";
  EXPECT_TRUE(search_limits(*go("infinite"), own, false).infinite) << "but for analysis";
  EXPECT_EQ(search_limits(*go("infinite"), own, false).visits, 0);
}

TEST(UciGo, ADepthIsNoLimitOfATreeSearchThatHasAnother) {
  EXPECT_EQ(search_limits(*go("depth 5 nodes 100"), {}, false).depth, 0);
  EXPECT_TRUE(search_limits(*go("depth 5 movetime 100"), {}, false).infinite);
  EXPECT_FALSE(search_limits(*go("depth 5"), {}, false).infinite) << "it has to end";
}

TEST(UciInfo, CentipawnsAreTheEloDifferenceOfTheExpectedScore) {
  EXPECT_EQ(centipawns({0.3F, 0.4F, 0.3F}), 0);
  EXPECT_EQ(centipawns({0.64F, 0, 0.36F}), 100);
  EXPECT_EQ(centipawns({0.36F, 0, 0.64F}), -100);
  EXPECT_EQ(centipawns({0.5F, 0.5F, 0}), 191) << "75 %";
  EXPECT_EQ(centipawns({1, 0, 0}), 9999);
  EXPECT_EQ(centipawns({0, 0, 1}), -9999);
}

TEST(UciInfo, WinDrawAndLossAddUpToAThousand) {
  EXPECT_EQ(wdl_text({0.3333F, 0.3334F, 0.3333F}), "333 334 333");
  EXPECT_EQ(wdl_text({0.0005F, 0.999F, 0.0005F}), "1 998 1");
  EXPECT_EQ(wdl_text({0.9996F, 0, 0.0005F}), "1000 0 0");
}

TEST(UciInfo, MatesAreCountedInMoves) {
  const auto score = [](int proven, int plies) {
    SearchLine line;
    line.root.proven = proven;
    line.root.plies_to_end = plies;
    return score_text(line);
  };
  EXPECT_EQ(score(1, 1), "mate 1");
  EXPECT_EQ(score(1, 3), "mate 2");
  EXPECT_EQ(score(-1, 2), "mate -1");
  EXPECT_EQ(score(-1, 4), "mate -2");
}

TEST(UciInfo, LinesReadAsTheProtocolSays) {
  const Move move = *parse_move("g3g4"), reply = *parse_move("a7a6");
  Decision decision;
  decision.move = move;
  decision.depth = 7;
  decision.nodes = 3000;
  decision.principal_variation = {move, reply};
  decision.lines = {
      {.root = {.move = move}, .wdl_for_side_to_move = {0.4F, 0.3F, 0.3F}, .moves = {move, reply}}};
  const std::vector<std::string> lines = info_lines(decision, {.elapsed = std::chrono::milliseconds(20)});
  EXPECT_EQ(lines, std::vector<std::string>{
                       "info depth 7 multipv 1 score cp 35 wdl 400 300 300 nodes 3000 nps 150000 "
                       "time 20 pv g3g4 a7a6"});
  EXPECT_EQ(bestmove_line(decision), "bestmove g3g4 ponder a7a6");
  decision.lines.clear();
  decision.principal_variation = {move};
  EXPECT_EQ(info_lines(decision, {}), std::vector<std::string>{"info depth 7 nodes 3000 time 0 pv g3g4"});
  EXPECT_EQ(bestmove_line(decision), "bestmove g3g4");
}

}  // namespace
}  // namespace jungle
