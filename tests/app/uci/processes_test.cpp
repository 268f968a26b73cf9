// `jungle uci` as a process: it ends, whatever the other side does and when, and leaves nothing behind.
//
// JUNGLE_UCI_SESSIONS sets the number of sessions, e.g. 1000:
//   JUNGLE_UCI_SESSIONS=1000 build/dev/bin/app_uci_tests --gtest_filter='UciProcesses.*RandomInstants'

#include <cstdint>
#include <cstdlib>
#include <initializer_list>
#include <string>
#include <string_view>

#include <gtest/gtest.h>
#include <unistd.h>

#include "core/util/random.hpp"
#include "core/util/text.hpp"
#include "tests/app/piped_process.hpp"
#include "tests/app/program.hpp"

namespace jungle::test {
namespace {

int count_lines(const std::string& text, std::string_view start) {
  int count = 0;
  for (const std::string& line : lines_of(text)) count += line.starts_with(start) ? 1 : 0;
  return count;
}

std::string random_command(Rng& rng) {
  const auto pick = [&](std::initializer_list<const char*> all) {
    return std::string(*(all.begin() + rng.below(all.size())));
  };
  switch (rng.below(8)) {
    case 0:
      return pick({"isready", "d", "moves", "perft 3", "perft 9", "uci", "", "nonsense", "go depth none"});
    case 1:
      return pick({"setoption name MultiPV value 3", "setoption name Hash value 1", "ucinewgame",
                   "setoption name Threads value 2", "setoption name Rules value panther",
                   "setoption name Rules value none"});
    case 2:
      return pick({"position startpos", "position startpos moves g3g4 a7a6", "position startpos moves a1a9",
                   "position fen 7/7/3W3/7/7/7/l6/7/6R w 0 1", "position fen 7/3D3/7/7/7/7/7/7/c6 b"});
    case 3:
      return pick({"stop", "stop", "ponderhit"});
    default:
      return pick({"go infinite", "go depth 5", "go nodes 3000", "go movetime 3", "go wtime 300 btime 300",
                   "go ponder wtime 200 btime 200", "go wtime 0 btime 0", "go"});
  }
}

struct Session {
  int searches = 0;
  int bestmoves = 0;
  int exit_code = 0;
  std::string script;  // of what was sent, for messages
};

// A few commands, random time between them, and an end at a random instant.
Session play_session(std::uint64_t seed) {
  Rng rng({seed});
  const auto pause = [&] { ::usleep(static_cast<useconds_t>(rng.below(4) == 0 ? rng.below(8000) : 0)); };
  PipedProcess engine(
      {"uci", "--player", rng.below(2) == 0 ? "ab" : "mcts:eval=uniform,threads=3,memory_mb=64"});
  Session session;
  bool reads = true;
  for (auto left = rng.below(8); left > 0; --left) {
    const std::string command = random_command(rng);
    session.script += command + "; ";
    session.searches += command.starts_with("go") ? 1 : 0;
    if (!engine.send(command + "\n")) break;
    pause();
  }
  const auto end = rng.below(5);
  if (end == 0) engine.send("stop\nquit\n");
  if (end == 1) engine.send("quit\n");
  if (end == 2) engine.close_input();
  if (end >= 3) {
    engine.close_output();
    reads = false;
    pause();
    if (end == 4) engine.close_input();
  }
  session.script += "end " + std::to_string(end);
  session.exit_code = engine.wait();
  session.bestmoves = count_lines(engine.out(), "bestmove ");
  if (!reads) session.searches = session.bestmoves;
  return session;
}

TEST(UciProcesses, EndWithoutErrorWhenStoppedClosedOrLeftAtRandomInstants) {
  const char* wanted = std::getenv("JUNGLE_UCI_SESSIONS");
  const int sessions = wanted == nullptr ? 60 : std::atoi(wanted);
  for (int i = 0; i < sessions; ++i) {
    const Session session = play_session(static_cast<std::uint64_t>(i));
    ASSERT_EQ(session.exit_code, 0) << "session " << i << ": " << session.script;
    ASSERT_EQ(session.bestmoves, session.searches) << "session " << i << ": " << session.script;
  }
}

// Nothing is written, so no write can fail: the closed pipe itself has to wake it.
TEST(UciProcesses, EndWhenNobodyReadsThoughTheInputStaysOpen) {
  PipedProcess engine({"uci"});
  engine.send("isready\n");
  ASSERT_TRUE(engine.read_until("readyok"));
  engine.close_output();
  EXPECT_EQ(engine.wait(), 0);
}

TEST(UciProcesses, AnswerWhileTheySearch) {
  PipedProcess engine({"uci"});
  engine.send("go infinite\nisready\n");
  EXPECT_TRUE(engine.read_until("readyok"));
  EXPECT_EQ(count_lines(engine.out(), "bestmove"), 0);
  engine.send("stop\n");
  EXPECT_TRUE(engine.read_until("bestmove "));
  engine.close_input();
  EXPECT_EQ(engine.wait(), 0);
}

TEST(UciProcesses, RefuseAPlayerThatCannotBeMade) {
  for (const std::string player : {"mcts:net=/nowhere.safetensors", "ab:depth=0", "nobody", "uci:cmd=true"}) {
    const ProgramRun run = run_jungle({"uci", "--player", player});
    EXPECT_EQ(run.exit_code, 2) << player;
    EXPECT_EQ(lines_of(run.err).size(), 1U) << run.err;
    EXPECT_EQ(run.out, "");
  }
}

TEST(UciProcesses, SayWhyTheyFailWhenTheOutputIsAFullDisk) {
  const ProgramRun run =
      run_program({"sh", "-c", "printf 'isready\\nisready\\n' | '" JUNGLE_PROGRAM "' uci > /dev/full"});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_NE(run.err.find("cannot write"), std::string::npos) << run.err;
}

}  // namespace
}  // namespace jungle::test
