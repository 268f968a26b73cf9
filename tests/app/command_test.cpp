// The parts that commands are made of: lines for the shell, and signals that stop.

#include "app/command.hpp"

#include <csignal>
#include <thread>

#include <gtest/gtest.h>
#include <unistd.h>

namespace jungle::test {
namespace {

TEST(ShellLine, QuotesWhatTheShellWouldSplit) {
  EXPECT_EQ(shell_line({"./jungle", "train", "--run", "runs/a"}), "./jungle train --run runs/a");
  EXPECT_EQ(shell_line({"a b", "it's", ""}), "'a b' 'it'\\''s' ''");
  EXPECT_EQ(shell_line({"mcts:net=x,visits=4", "$HOME", "*"}), "mcts:net=x,visits=4 '$HOME' '*'");
}

TEST(Signals, TheFirstRequestsStop) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    CommandContext context({"jungle"});
    const std::stop_token stop = context.stop_on_signals();
    EXPECT_FALSE(stop.stop_requested());
    ::kill(::getpid(), signal);
    while (!stop.stop_requested()) std::this_thread::yield();
  }
}

TEST(Signals, TheSecondEndsTheProgramWith130) {
  EXPECT_EXIT(
      {
        CommandContext context({"jungle"});
        const std::stop_token stop = context.stop_on_signals();
        ::kill(::getpid(), SIGINT);
        while (!stop.stop_requested()) std::this_thread::yield();
        ::kill(::getpid(), SIGINT);
        for (;;) ::pause();
      },
      ::testing::ExitedWithCode(kExitInterrupted), "stopping and saving");
}

TEST(Signals, AfterTheWatcherASignalEndsTheProgramAgain) {
  EXPECT_EXIT(
      {
        CommandContext({"jungle"}).stop_on_signals();
        ::raise(SIGTERM);
      },
      ::testing::KilledBySignal(SIGTERM), "");
}

}  // namespace
}  // namespace jungle::test
