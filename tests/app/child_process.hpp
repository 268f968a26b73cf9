#pragma once
// The built program as a process that is still running: to be watched, signalled, killed.
//
//   ChildProcess child({"train", "--run", run});
//   child.kill_when(SIGKILL, [&] { return std::filesystem::exists(run + "/checkpoint.json"); });
//   const ProgramRun run = child.wait();
//
// Must not outlive its test; an unfinished child is killed by the destructor.

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <sys/types.h>

#include "tests/app/program.hpp"

namespace jungle::test {

class ChildProcess {
 public:
  explicit ChildProcess(std::vector<std::string> arguments);  // of the built program
  static ChildProcess of_command(std::vector<std::string> words) {
    return ChildProcess(Words{std::move(words)});
  }
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;
  ~ChildProcess();

  // Sends the signal as soon as the condition holds. False when the child ended first.
  bool kill_when(int signal, const std::function<bool()>& condition);
  ProgramRun wait();

  // What it did so far.
  bool has_blocked(int signal) const;  // the signal is held back for a thread that waits for it
  bool has_mapped(std::string_view library) const;
  std::string out() const;
  std::string err() const;

 private:
  struct Words {
    std::vector<std::string> words;
  };
  explicit ChildProcess(Words command);
  bool has_ended();

  TemporaryFolder folder_;
  pid_t pid_ = -1;
  bool ended_ = false;
  int status_ = 0;
};

}  // namespace jungle::test
