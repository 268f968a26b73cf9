#include "tests/app/child_process.hpp"

#include <csignal>
#include <cstdio>
#include <stdexcept>

#include <sys/wait.h>
#include <unistd.h>

namespace jungle::test {

namespace {

std::vector<std::string> with_program(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), JUNGLE_PROGRAM);
  return arguments;
}

}  // namespace

ChildProcess::ChildProcess(std::vector<std::string> arguments)
    : ChildProcess(Words{with_program(std::move(arguments))}) {}

ChildProcess::ChildProcess(Words command) {
  std::vector<char*> pointers;
  for (std::string& word : command.words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  const std::string out = folder_.write("out", ""), err = folder_.write("err", "");
  pid_ = ::fork();
  if (pid_ < 0) throw std::runtime_error("fork failed");
  if (pid_ == 0) {
    const bool redirected = std::freopen(out.c_str(), "w", stdout) != nullptr &&
                            std::freopen(err.c_str(), "w", stderr) != nullptr;
    if (redirected) ::execvp(pointers.front(), pointers.data());
    ::_exit(127);
  }
}

ChildProcess::~ChildProcess() {
  if (has_ended()) return;
  ::kill(pid_, SIGKILL);
  ::waitpid(pid_, &status_, 0);
}

bool ChildProcess::has_ended() {
  if (!ended_) ended_ = ::waitpid(pid_, &status_, WNOHANG) == pid_;
  return ended_;
}

bool ChildProcess::kill_when(int signal, const std::function<bool()>& condition) {
  while (!has_ended()) {
    if (condition()) return ::kill(pid_, signal) == 0;
    ::usleep(200);
  }
  return false;
}

bool ChildProcess::has_blocked(int signal) const {
  const std::string status = read_text("/proc/" + std::to_string(pid_) + "/status");
  const std::string_view key = "\nSigBlk:";
  const std::size_t at = status.find(key);
  if (at == std::string::npos) return false;
  const auto blocked = std::stoull(status.substr(at + key.size()), nullptr, 16);
  const auto is_blocked = [blocked](int number) { return ((blocked >> (number - 1)) & 1) != 0; };
  // libc blocks every signal for an instant when it forks or starts a thread: that is not meant.
  return is_blocked(signal) && !is_blocked(SIGQUIT);
}

bool ChildProcess::has_mapped(std::string_view library) const {
  return read_text("/proc/" + std::to_string(pid_) + "/maps").find(library) != std::string::npos;
}

std::string ChildProcess::out() const { return read_text(folder_.path() / "out"); }
std::string ChildProcess::err() const { return read_text(folder_.path() / "err"); }

ProgramRun ChildProcess::wait() {
  if (!ended_) ::waitpid(pid_, &status_, 0);
  ended_ = true;
  const int exit_code = WIFEXITED(status_) ? WEXITSTATUS(status_) : 128 + WTERMSIG(status_);
  return {exit_code, read_text(folder_.path() / "out"), read_text(folder_.path() / "err")};
}

}  // namespace jungle::test
