#include "tests/app/terminal.hpp"

#include <array>
#include <csignal>
#include <cstdlib>
#include <system_error>

#include <gtest/gtest.h>
#include <poll.h>
#include <pty.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace jungle::test {
namespace {

constexpr int kPatienceMs = 60'000;  // of a busy machine

}  // namespace

Terminal::Terminal(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), JUNGLE_PROGRAM);
  std::string colour_option = "--color", always = "always";
  std::vector<char*> words;
  for (std::string& argument : arguments) words.push_back(argument.data());
  words.push_back(nullptr);
  std::array<int, 2> sockets = {-1, -1};
  pid_ = ::forkpty(&terminal_, nullptr, nullptr, nullptr);
  if (pid_ < 0) {
    // A system without pseudo-terminals, such as a bare container: a socket, and colours by option.
    is_terminal_ = false;
    words.insert(words.end() - 1, {colour_option.data(), always.data()});
    if (::socketpair(AF_UNIX, SOCK_STREAM, 0, sockets.data()) == 0) pid_ = ::fork();
    terminal_ = sockets[0];
  }
  if (pid_ < 0) throw std::system_error(errno, std::generic_category(), "forkpty");
  if (pid_ == 0) {
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
      if (!is_terminal_) ::dup2(sockets[1], stream);
    }
    if (!is_terminal_) ::close(sockets[0]);
    ::setenv("TERM", "xterm-256color", 1);
    ::unsetenv("NO_COLOR");
    ::execv(words.front(), words.data());
    ::_exit(127);
  }
  if (!is_terminal_) ::close(sockets[1]);
}

Terminal::~Terminal() {
  if (pid_ > 0) {
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
  }
  ::close(terminal_);
}

bool Terminal::read_more() {
  pollfd source{.fd = terminal_, .events = POLLIN, .revents = 0};
  if (::poll(&source, 1, kPatienceMs) <= 0) {
    ADD_FAILURE() << "nothing was printed for a minute, after:\n" << everything_;
    return false;
  }
  std::array<char, 4096> buffer;
  const ssize_t got = ::read(terminal_, buffer.data(), buffer.size());
  if (got <= 0) return false;  // EIO: the program has ended
  everything_.append(buffer.data(), static_cast<std::size_t>(got));
  return true;
}

std::string Terminal::shown() {
  const std::size_t begin = everything_.size();
  const auto waits = [&] {
    return everything_.size() > begin && (everything_.ends_with("> ") || everything_.ends_with("? "));
  };
  while (!waits()) {
    if (!read_more()) {
      ADD_FAILURE() << "no prompt after:\n" << everything_.substr(begin);
      break;
    }
  }
  return everything_.substr(begin);
}

void Terminal::type(std::string_view text) const {
  ASSERT_EQ(::write(terminal_, text.data(), text.size()), static_cast<ssize_t>(text.size()));
}

std::string Terminal::say(std::string_view line) {
  type(std::string(line) + '\n');
  return shown();
}

int Terminal::leave(std::string_view line) {
  type(std::string(line) + '\n');
  return wait_for_end();
}

int Terminal::interrupt() {
  if (is_terminal_) {
    type("\x03");
  } else {
    ::kill(pid_, SIGINT);
  }
  return wait_for_end();
}

int Terminal::wait_for_end() {
  while (read_more()) {
  }
  int status = 0;
  ::waitpid(pid_, &status, 0);
  pid_ = -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace jungle::test
