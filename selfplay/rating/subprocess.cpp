#include "selfplay/rating/subprocess.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/util/check.hpp"
#include "core/util/text.hpp"

extern char** environ;  // NOLINT(*-naming): POSIX names it

namespace jungle {

namespace {

struct Pipe {
  Descriptor read_end;
  Descriptor write_end;
};

Result<Pipe> open_pipe() {
  std::array<int, 2> ends = {-1, -1};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return Error{std::strerror(errno)};
  return Pipe{Descriptor(ends[0]), Descriptor(ends[1])};
}

void do_not_block(const Descriptor& descriptor) {
  JUNGLE_CHECK(::fcntl(descriptor.get(), F_SETFL, O_NONBLOCK) == 0);
}

// How the child is to begin: which descriptors it gets, its group, its signals.
class SpawnPlan {
 public:
  SpawnPlan() {
    posix_spawn_file_actions_init(&files_);
    posix_spawnattr_init(&attributes_);
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes_, &none);
    posix_spawnattr_setsigdefault(&attributes_, &all);
    posix_spawnattr_setpgroup(&attributes_, 0);
    posix_spawnattr_setflags(&attributes_,
                             POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  }
  SpawnPlan(const SpawnPlan&) = delete;
  SpawnPlan& operator=(const SpawnPlan&) = delete;
  ~SpawnPlan() {
    posix_spawn_file_actions_destroy(&files_);
    posix_spawnattr_destroy(&attributes_);
  }

  void give(const Descriptor& descriptor, int as) {
    posix_spawn_file_actions_adddup2(&files_, descriptor.get(), as);
  }
  // 0, or an error of exec or fork.
  int spawn(pid_t& pid, const std::vector<std::string>& words) const {
    std::vector<std::string> copies = words;
    std::vector<char*> pointers;
    pointers.reserve(copies.size() + 1);
    for (std::string& word : copies) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    return ::posix_spawnp(&pid, pointers.front(), &files_, &attributes_, pointers.data(), environ);
  }

 private:
  posix_spawn_file_actions_t files_ = {};
  posix_spawnattr_t attributes_ = {};
};

std::string status_text(int status) {
  if (WIFEXITED(status)) return fmt::format("exited with code {}", WEXITSTATUS(status));
  const char* name = ::sigdescr_np(WTERMSIG(status));
  return fmt::format("was ended by signal {} ({})", WTERMSIG(status), name != nullptr ? name : "unknown");
}

}  // namespace

Result<std::vector<std::string>> split_command(const std::string& line) {
  std::vector<std::string> words;
  std::string word;
  bool in_word = false, quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    char c = line[i];
    if (static_cast<unsigned char>(c) < ' ') return Error{"control characters have no place in a command"};
    if (c == '\'') {
      quoted = !quoted;
      in_word = true;
    } else if (c == ' ' && !quoted) {
      if (in_word) words.push_back(std::exchange(word, {}));
      in_word = false;
    } else {
      if (c == '\\' && !quoted) {
        if (++i == line.size()) return Error{"a backslash at its end protects nothing"};
        c = line[i];
      }
      word += c;
      in_word = true;
    }
  }
  if (quoted) return Error{"a single quote is not closed"};
  if (in_word) words.push_back(word);
  if (words.empty() || words.front().empty()) return Error{"it names no program"};
  return words;
}

Result<Subprocess> Subprocess::start(const std::vector<std::string>& words) {
  JUNGLE_CHECK(!words.empty());
  const auto refused = [&words](const std::string& why) {
    return Error{fmt::format("cannot run \"{}\": {}", printable(words.front()), why)};
  };
  Result<Pipe> input = open_pipe(), output = open_pipe(), errors = open_pipe();
  for (const Result<Pipe>* pipe : {&input, &output, &errors})
    if (!*pipe) return refused(pipe->error());
  SpawnPlan plan;
  plan.give(input->read_end, STDIN_FILENO);
  plan.give(output->write_end, STDOUT_FILENO);
  plan.give(errors->write_end, STDERR_FILENO);
  pid_t pid = -1;
  if (const int error = plan.spawn(pid, words); error != 0) return refused(std::strerror(error));
  do_not_block(input->write_end);
  do_not_block(output->read_end);
  do_not_block(errors->read_end);
  return Subprocess(pid, std::move(input->write_end), std::move(output->read_end),
                    std::move(errors->read_end));
}

Subprocess::Subprocess(pid_t pid, Descriptor input, Descriptor output, Descriptor errors)
    : pid_(pid), input_(std::move(input)), output_(std::move(output)), errors_(std::move(errors)) {}

Subprocess::Subprocess(Subprocess&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)),
      input_(std::move(other.input_)),
      output_(std::move(other.output_)),
      errors_(std::move(other.errors_)) {}

bool Subprocess::ends_within(std::chrono::milliseconds time) const {
  constexpr std::chrono::milliseconds kPause(2);  // nothing portable waits for a child and for a clock
  const auto deadline = std::chrono::steady_clock::now() + time;
  while (pid_ > 0) {
    siginfo_t info = {};
    // Left to be waited for: while it is a zombie, its number is not given to anybody else.
    const int answer = ::waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT);
    if ((answer == 0 && info.si_pid == pid_) || (answer != 0 && errno == ECHILD)) return true;
    if (std::chrono::steady_clock::now() >= deadline) return false;
    std::this_thread::sleep_for(kPause);
  }
  return true;
}

std::string Subprocess::kill_and_wait() {
  if (pid_ <= 0) return {};
  siginfo_t info = {};
  if (::waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT) != 0 && errno == ECHILD) {
    // Whoever started us ignores SIGCHLD: nobody kept the status, and the number may be another's by now.
    pid_ = -1;
    return "ended";
  }
  const bool ended = info.si_pid == pid_;
  ::kill(-pid_, SIGKILL);  // also for what the child left behind
  int status = 0;
  pid_t waited = 0;
  do {
    waited = ::waitpid(pid_, &status, 0);
  } while (waited < 0 && errno == EINTR);
  pid_ = -1;
  if (waited < 0) return "ended";
  return ended ? status_text(status) : std::string();
}

}  // namespace jungle
