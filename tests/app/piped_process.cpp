#include "tests/app/piped_process.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <stdexcept>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

namespace jungle::test {
namespace {

using Clock = std::chrono::steady_clock;

std::pair<int, int> make_pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
  return {ends[0], ends[1]};
}

void close_once(int& file) {
  if (file >= 0) ::close(file);
  file = -1;
}

int milliseconds_until(Clock::time_point end) {
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now());
  return left.count() > 0 ? static_cast<int>(left.count()) : 0;
}

}  // namespace

PipedProcess::PipedProcess(std::vector<std::string> arguments) {
  std::signal(SIGPIPE, SIG_IGN);  // a process that has gone is an answer of send()
  arguments.insert(arguments.begin(), JUNGLE_PROGRAM);
  std::vector<char*> pointers;
  pointers.reserve(arguments.size() + 1);
  for (std::string& word : arguments) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  const auto [child_in, input] = make_pipe();
  const auto [output, child_out] = make_pipe();
  pid_ = ::fork();
  if (pid_ < 0) throw std::runtime_error("fork failed");
  if (pid_ == 0) {
    ::setpgid(0, 0);  // a group of its own, so that what it leaves behind can be found
    ::dup2(child_in, STDIN_FILENO);
    ::dup2(child_out, STDOUT_FILENO);
    ::execvp(pointers.front(), pointers.data());
    ::_exit(127);
  }
  ::setpgid(pid_, pid_);
  ::close(child_in);
  ::close(child_out);
  input_ = input;
  output_ = output;
}

PipedProcess::~PipedProcess() {
  close_input();
  close_output();
  if (pid_ < 0) return;
  ::kill(-pid_, SIGKILL);
  ::waitpid(pid_, &status_, 0);
}

bool PipedProcess::send(std::string_view text) {
  while (!text.empty()) {
    const ssize_t sent = ::write(input_, text.data(), text.size());
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

bool PipedProcess::read_some() {
  pollfd file{output_, POLLIN, 0};
  if (output_ < 0 || ::poll(&file, 1, milliseconds_until(deadline_)) <= 0) return false;
  std::array<char, 4096> buffer{};
  const ssize_t got = ::read(output_, buffer.data(), buffer.size());
  if (got > 0) out_.append(buffer.data(), static_cast<std::size_t>(got));
  return got > 0;
}

bool PipedProcess::read_until(std::string_view start) {
  std::size_t line = out_.empty() ? 0 : out_.rfind('\n') + 1;
  while (true) {
    for (std::size_t end = out_.find('\n', line); end != out_.npos; end = out_.find('\n', line)) {
      if (std::string_view(out_).substr(line).starts_with(start)) return true;
      line = end + 1;
    }
    if (!read_some()) return false;
  }
}

void PipedProcess::signal(int number) const { ::kill(pid_, number); }

void PipedProcess::close_input() { close_once(input_); }
void PipedProcess::close_output() { close_once(output_); }

bool PipedProcess::reap() {
  while (Clock::now() < deadline_) {
    if (::waitpid(pid_, &status_, WNOHANG) == pid_) return true;
    ::usleep(500);
  }
  return false;
}

int PipedProcess::wait() {
  while (read_some()) continue;
  const bool ended = reap();
  const bool leaves_others = ended && ::kill(-pid_, 0) == 0;
  if (!ended || leaves_others) {
    ::kill(-pid_, SIGKILL);
    if (!ended) ::waitpid(pid_, &status_, 0);
    pid_ = -1;
    return kHung;
  }
  pid_ = -1;
  return WIFEXITED(status_) ? WEXITSTATUS(status_) : 128 + WTERMSIG(status_);
}

}  // namespace jungle::test
