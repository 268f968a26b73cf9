#include "selfplay/rating/subprocess.hpp"

#include <csignal>
#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

#include "tests/rating/engines.hpp"

namespace jungle {
namespace {

using Words = std::vector<std::string>;
using std::chrono::milliseconds;

TEST(SplitCommand, SplitsAtSpacesThatNothingProtects) {
  EXPECT_EQ(*split_command("engine"), Words{"engine"});
  EXPECT_EQ(*split_command("  ./engine --depth  3 "), (Words{"./engine", "--depth", "3"}));
  EXPECT_EQ(*split_command("'my engine' a\\ b c'd e'f ''"), (Words{"my engine", "a b", "cd ef", ""}));
  EXPECT_EQ(*split_command("'\\' \\' \\\\"), (Words{"\\", "'", "\\"}));
}

TEST(SplitCommand, KnowsNothingOfAShell) {
  EXPECT_EQ(*split_command("a $HOME *.txt `b` ; c > d"),
            (Words{"a", "$HOME", "*.txt", "`b`", ";", "c", ">", "d"}));
}

TEST(SplitCommand, RefusesWhatIsNoCommand) {
  for (const char* bad : {"", "   ", "''", "'' a", "a 'b", "a\\", "a\nb", "a\tb"})
    EXPECT_FALSE(split_command(bad)) << bad;
}

TEST(Subprocess, WhatCannotBeRunIsAnErrorThatNamesIt) {
  const auto missing = Subprocess::start({"/no/such/engine"});
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error(), "cannot run \"/no/such/engine\": No such file or directory");
  EXPECT_EQ(Subprocess::start({"/"}).error(), "cannot run \"/\": Permission denied");
  EXPECT_FALSE(test::has_children());
}

TEST(Subprocess, TellsHowTheChildEnded) {
  const auto end_of = [](const Words& words) {
    Result<Subprocess> child = Subprocess::start(words);
    EXPECT_TRUE(child);
    EXPECT_TRUE(child->ends_within(std::chrono::minutes(1)));
    return child->kill_and_wait();
  };
  EXPECT_EQ(end_of({"sh", "-c", "exit 7"}), "exited with code 7");
  EXPECT_EQ(end_of({"sh", "-c", "kill -SEGV $$"}), "was ended by signal 11 (Segmentation fault)");
}

TEST(Subprocess, LeavesNoChildBehind) {
  {
    Result<Subprocess> child = Subprocess::start({"sleep", "1000"});
    ASSERT_TRUE(child);
    EXPECT_FALSE(child->ends_within(milliseconds(0)));
    EXPECT_TRUE(test::has_children());
  }
  EXPECT_FALSE(test::has_children());
}

// With SIGCHLD ignored a child is forgotten when it ends, and its number is free for others. Here it is still
// that of what the child left behind, which shows whether it was killed.
TEST(Subprocess, ANumberThatMayBeAnothersIsNotKilled) {
  const auto before = std::signal(SIGCHLD, SIG_IGN);
  {
    Result<Subprocess> child =
        Subprocess::start({"sh", "-c", "exec 3<&0; (read line <&3; echo alive) & exit 0"});
    ASSERT_TRUE(child);
    EXPECT_TRUE(child->ends_within(std::chrono::minutes(1)));
    EXPECT_EQ(child->kill_and_wait(), "ended");
    EXPECT_EQ(::write(child->input().get(), "x\n", 2), 2);
    pollfd output = {child->output().get(), POLLIN, 0};
    EXPECT_EQ(::poll(&output, 1, 60'000), 1);
    std::string text(10, '\0');
    EXPECT_EQ(::read(child->output().get(), text.data(), text.size()), 6);
  }
  std::signal(SIGCHLD, before);
}

// Our threads may hold signals back, and this program ignores some.
TEST(Subprocess, ChildrenBeginWithNoSignalBlockedOrIgnored) {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  const auto pipe_before = std::signal(SIGPIPE, SIG_IGN);
  Result<Subprocess> child = Subprocess::start({"grep", "-E", "^Sig(Blk|Ign)", "/proc/self/status"});
  std::signal(SIGPIPE, pipe_before);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  ASSERT_TRUE(child);
  EXPECT_TRUE(child->ends_within(std::chrono::minutes(1)));
  std::string text(1000, '\0');
  text.resize(static_cast<std::size_t>(::read(child->output().get(), text.data(), text.size())));
  std::istringstream words(text);
  std::string key;
  for (std::uint64_t mask = 0; words >> key >> std::hex >> mask;)
    EXPECT_EQ(mask & 0x7fffffff, 0U) << text;  // signals 32 and 33 are the C library's own
  EXPECT_EQ(key, "SigIgn:");
}

}  // namespace
}  // namespace jungle
