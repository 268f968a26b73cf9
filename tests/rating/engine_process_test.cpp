#include "selfplay/rating/engine_process.hpp"

#include <stop_token>
#include <string>
#include <thread>

#include <gtest/gtest.h>

#include "tests/rating/engines.hpp"

namespace jungle {
namespace {

using test::some_day;
using test::soon;

std::unique_ptr<EngineProcess> shell(const std::string& script) {
  Result<std::unique_ptr<EngineProcess>> engine = EngineProcess::start({"sh", "-c", script});
  EXPECT_TRUE(engine);
  return *std::move(engine);
}

TEST(EngineProcess, ExchangesLines) {
  const auto engine = shell("while read line; do echo \"got $line\"; done");
  ASSERT_EQ(engine->write("one\ntwo\n", some_day(), {}), EngineIo::kDone);
  std::string line;
  ASSERT_EQ(engine->read_line(line, some_day(), {}), EngineIo::kDone);
  EXPECT_EQ(line, "got one");
  ASSERT_EQ(engine->read_line(line, some_day(), {}), EngineIo::kDone);
  EXPECT_EQ(line, "got two");
}

TEST(EngineProcess, LineEndsOfOtherSystemsAreTakenOff) {
  const auto engine = shell("printf 'a\\r\\n\\n'");
  std::string line;
  ASSERT_EQ(engine->read_line(line, some_day(), {}), EngineIo::kDone);
  EXPECT_EQ(line, "a");
  ASSERT_EQ(engine->read_line(line, some_day(), {}), EngineIo::kDone);
  EXPECT_EQ(line, "");
  EXPECT_EQ(engine->read_line(line, some_day(), {}), EngineIo::kEnded);
}

TEST(EngineProcess, SilenceEndsWithTheDeadline) {
  const auto engine = shell("sleep 1000");
  std::string line;
  EXPECT_EQ(engine->read_line(line, soon(), {}), EngineIo::kTimeout);
}

TEST(EngineProcess, WhatHasComeIsReadAfterTheDeadlineToo) {
  const auto engine = shell("echo bestmove; sleep 1000");
  const auto deadline = std::chrono::steady_clock::now();
  const auto patience = some_day();
  std::string line;
  EngineIo io = EngineIo::kTimeout;
  while (io == EngineIo::kTimeout && std::chrono::steady_clock::now() < patience)
    io = engine->read_line(line, deadline, {});  // the shell takes a moment to start
  EXPECT_EQ(io, EngineIo::kDone);
  EXPECT_EQ(line, "bestmove");
}

TEST(EngineProcess, AStopRequestEndsAWaitThatHasBegun) {
  const auto engine = shell("sleep 1000");
  std::stop_source stop;
  std::jthread stopper([&stop] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    stop.request_stop();
  });
  std::string line;
  EXPECT_EQ(engine->read_line(line, some_day(), stop.get_token()), EngineIo::kStopped);
  EXPECT_EQ(engine->read_line(line, soon(), {}), EngineIo::kTimeout) << "the next wait is a wait again";
}

TEST(EngineProcess, AFloodWithoutLineEndsIsCutOff) {
  const auto engine = shell("while :; do printf 0123456789012345678901234567890123456789; done");
  std::string line;
  EXPECT_EQ(engine->read_line(line, some_day(), {}), EngineIo::kFlood);
}

TEST(EngineProcess, AFloodOfLinesEndsWithTheDeadline) {
  const auto engine = shell("while :; do echo again; done");
  const auto deadline = soon();
  std::string line;
  EngineIo io = EngineIo::kDone;
  while (io == EngineIo::kDone) io = engine->read_line(line, deadline, {});
  EXPECT_EQ(io, EngineIo::kTimeout);
}

TEST(EngineProcess, AProgramThatDoesNotReadBlocksNoWriterBeyondTheDeadline) {
  const auto engine = shell("sleep 1000");
  EXPECT_EQ(engine->write(std::string(1'000'000, 'x'), soon(), {}), EngineIo::kTimeout);
}

TEST(EngineProcess, WritingToAProgramThatIsGoneRaisesNoSignal) {
  const auto engine = shell("exit 0");
  std::string line;
  ASSERT_EQ(engine->read_line(line, some_day(), {}), EngineIo::kEnded);
  EngineIo io = EngineIo::kDone;
  while (io == EngineIo::kDone)
    io = engine->write("uci\n", some_day(), {});  // its input may close a bit later
  EXPECT_EQ(io, EngineIo::kEnded);
}

TEST(EngineProcess, TellsHowItEndedWithItsLastWords) {
  std::string line;
  const auto crashed = shell("echo loading >&2; echo 'no such net' >&2; echo >&2; exit 3");
  ASSERT_EQ(crashed->read_line(line, some_day(), {}), EngineIo::kEnded);
  EXPECT_EQ(crashed->how_it_ended(), "exited with code 3; it said: no such net");
  const auto mute = shell("exec >&-; sleep 1000");
  ASSERT_EQ(mute->read_line(line, some_day(), {}), EngineIo::kEnded);
  EXPECT_EQ(mute->how_it_ended(), "closed its output");
}

TEST(EngineProcess, WhatItSaysOnStandardErrorNeverBlocksIt) {
  const auto engine = shell(
      "i=0; while [ $i -lt 3000 ]; do echo 'a warning of some forty characters or so' >&2; "
      "i=$((i+1)); done; echo done");
  std::string line;
  ASSERT_EQ(engine->read_line(line, some_day(), {}), EngineIo::kDone);
  EXPECT_EQ(line, "done");
}

TEST(EngineProcess, QuittingEndsWhatDoesNotListen) {
  const auto engine = shell("trap '' TERM INT HUP; while :; do sleep 1000; done");
  engine->quit();
  EXPECT_FALSE(test::has_children());
}

}  // namespace
}  // namespace jungle
