// Players of matches that compute with LibTorch.

#include <csignal>
#include <functional>

#include <gtest/gtest.h>

#include "tests/app/child_process.hpp"

namespace jungle::test {
namespace {

// "cpu:0" is the same processor, but a device by name: what shares one evaluator on a graphics card does
// here.
TEST(MatchCommand, ThreadsThatSearchOnADeviceShareItsBatches) {
  const TemporaryFolder folder;
  const std::string net = folder.path() / "net.safetensors";
  ASSERT_EQ(run_jungle({"net", "create", "--config", "c8b1", "--out", net}).exit_code, 0);
  const std::string player = "mcts:visits=16,batch=4,threads=2,backend=torch,net=" + net;
  const ProgramRun device = run_jungle({"match", player + ",device=cpu:0", "random", "--pairs", "1"});
  EXPECT_EQ(device.exit_code, 0) << device.err;
  EXPECT_NE(device.err.find("shared by 2 clients"), std::string::npos) << device.err;
  const ProgramRun processor = run_jungle({"match", player, "random", "--pairs", "1"});
  EXPECT_EQ(processor.exit_code, 0) << processor.err;
  EXPECT_EQ(processor.err.find("shared by"), std::string::npos) << processor.err;
}

TEST(MatchCommand, AMatchWithLibTorchStopsWhenAsked) {
  const TemporaryFolder folder;
  const std::string net = folder.path() / "net.safetensors";
  ASSERT_EQ(run_jungle({"net", "create", "--config", "c8b1", "--out", net}).exit_code, 0);
  const std::string player = "mcts:movetime=60000,backend=torch,net=" + net;
  const std::vector<std::function<bool(const ChildProcess&)>> moments = {
      [](const ChildProcess& child) { return child.has_blocked(SIGINT); },  // LibTorch is about to be loaded
      [](const ChildProcess& child) { return child.err().find("libtorch") != std::string::npos; }};
  for (const auto& moment : moments) {
    ChildProcess child({"match", player, player, "--pairs", "1", "--json"});
    ASSERT_TRUE(child.kill_when(SIGINT, [&] { return moment(child); })) << child.err();
    const ProgramRun stopped = child.wait();  // not for the minute that a move may take
    EXPECT_EQ(stopped.exit_code, 130) << stopped.err;
    EXPECT_NE(stopped.out.find("\"interrupted\":true"), std::string::npos) << stopped.out;
  }
}

}  // namespace
}  // namespace jungle::test
