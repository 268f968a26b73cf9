#include "selfplay/rating/engine_process.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <ctime>
#include <limits>
#include <utility>

#include <fmt/format.h>
#include <poll.h>
#include <pthread.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "core/util/text.hpp"

namespace jungle {

namespace {

using std::chrono::milliseconds;

constexpr std::size_t kReadSize = 4096;
constexpr std::size_t kKeptErrors = 1024;
constexpr int kMostLateReads = 16;      // as many as a full pipe takes
constexpr int kMostReadsOfErrors = 64;  // empties a pipe, and ends where something still writes to it
constexpr milliseconds kTimeToQuit(1000);
constexpr milliseconds kTimeToExit(500);  // between the end of its output and its own

// Writing to a pipe that nobody reads raises SIGPIPE. This holds it back for the calling thread, and takes
// away what came meanwhile.
class NoBrokenPipeSignal {
 public:
  NoBrokenPipeSignal() {
    sigemptyset(&signal_);
    sigaddset(&signal_, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &signal_, &before_);
  }
  NoBrokenPipeSignal(const NoBrokenPipeSignal&) = delete;
  NoBrokenPipeSignal& operator=(const NoBrokenPipeSignal&) = delete;
  ~NoBrokenPipeSignal() {
    const int error = errno;
    const timespec at_once = {};
    while (sigtimedwait(&signal_, nullptr, &at_once) < 0 && errno == EINTR) {
    }
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
    errno = error;
  }

 private:
  sigset_t signal_ = {};
  sigset_t before_ = {};
};

int poll_timeout(EngineProcess::Time deadline) {
  const auto left = std::chrono::ceil<milliseconds>(deadline - std::chrono::steady_clock::now()).count();
  return static_cast<int>(std::clamp<std::int64_t>(left, 0, std::numeric_limits<int>::max()));
}

// The last line that says anything.
std::string last_line(const std::string& text) {
  const std::vector<std::string_view> lines = split(text, '\n');
  const auto line = std::find_if(lines.rbegin(), lines.rend(),
                                 [](std::string_view one) { return !split_words(one).empty(); });
  return line == lines.rend() ? std::string() : printable(*line);
}

}  // namespace

Result<std::unique_ptr<EngineProcess>> EngineProcess::start(const std::vector<std::string>& words) {
  Descriptor wake(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  if (!wake.is_open()) return Error{"cannot run an engine: too many files are open"};
  Result<Subprocess> child = Subprocess::start(words);
  if (!child) return Error{child.error()};
  return std::unique_ptr<EngineProcess>(new EngineProcess(*std::move(child), std::move(wake)));
}

EngineProcess::EngineProcess(Subprocess child, Descriptor wake)
    : child_(std::move(child)), wake_(std::move(wake)) {}

EngineIo EngineProcess::wait(const Descriptor& stream, short events, Time deadline,
                             const std::stop_token& stop) {
  const std::stop_callback wake_up(stop, [this] {
    const std::uint64_t one = 1;
    [[maybe_unused]] const ssize_t written = ::write(wake_.get(), &one, sizeof(one));
  });
  for (;;) {
    if (stop.stop_requested()) return EngineIo::kStopped;
    // What came before the deadline counts, though we were not there to read it.
    const bool late = std::chrono::steady_clock::now() >= deadline;
    if (!late) late_reads_ = 0;
    if (late && (events != POLLIN || late_reads_ >= kMostLateReads)) return EngineIo::kTimeout;
    std::array<pollfd, 3> waited_for = {{{stream.get(), events, 0},
                                         {wake_.get(), POLLIN, 0},
                                         {child_.errors().get(), POLLIN, 0}}};  // a closed one is passed over
    if (::poll(waited_for.data(), waited_for.size(), poll_timeout(deadline)) < 0) continue;  // EINTR
    if (waited_for[1].revents != 0) {
      std::uint64_t requests = 0;
      [[maybe_unused]] const ssize_t taken = ::read(wake_.get(), &requests, sizeof(requests));
    }
    if (waited_for[2].revents != 0) read_errors();
    if (waited_for[0].revents != 0) {
      if (late) ++late_reads_;
      return EngineIo::kDone;
    }
    if (late && !stop.stop_requested()) return EngineIo::kTimeout;
  }
}

EngineIo EngineProcess::write(std::string_view text, Time deadline, const std::stop_token& stop) {
  while (!text.empty()) {
    if (!child_.input().is_open()) return EngineIo::kEnded;
    if (const EngineIo io = wait(child_.input(), POLLOUT, deadline, stop); io != EngineIo::kDone) return io;
    const NoBrokenPipeSignal quiet;
    const ssize_t written = ::write(child_.input().get(), text.data(), text.size());
    if (written > 0) text.remove_prefix(static_cast<std::size_t>(written));
    if (written < 0 && errno != EINTR && errno != EAGAIN) return EngineIo::kEnded;
  }
  return EngineIo::kDone;
}

EngineIo EngineProcess::read_line(std::string& line, Time deadline, const std::stop_token& stop) {
  while (!take_line(line)) {
    if (unread_.size() > kLongestEngineLine) return EngineIo::kFlood;
    if (!child_.output().is_open()) return EngineIo::kEnded;
    if (const EngineIo io = wait(child_.output(), POLLIN, deadline, stop); io != EngineIo::kDone) return io;
    if (!read_more()) return EngineIo::kEnded;
  }
  return EngineIo::kDone;
}

bool EngineProcess::take_line(std::string& line) {
  const std::size_t end = unread_.find('\n', searched_);
  searched_ = unread_.size();
  if (end == std::string::npos) return false;
  line.assign(unread_, 0, end);
  if (line.ends_with('\r')) line.pop_back();
  unread_.erase(0, end + 1);
  searched_ = 0;
  return true;
}

bool EngineProcess::read_more() {
  std::array<char, kReadSize> bytes;  // NOLINT(*-member-init): read() fills it
  const ssize_t count = ::read(child_.output().get(), bytes.data(), bytes.size());
  if (count > 0) unread_.append(bytes.data(), static_cast<std::size_t>(count));
  return count > 0 || (count < 0 && (errno == EINTR || errno == EAGAIN));
}

bool EngineProcess::read_errors() {
  std::array<char, kReadSize> bytes;  // NOLINT(*-member-init): read() fills it
  const ssize_t count = ::read(child_.errors().get(), bytes.data(), bytes.size());
  if (count > 0) last_errors_.append(bytes.data(), static_cast<std::size_t>(count));
  if (last_errors_.size() > kKeptErrors) last_errors_.erase(0, last_errors_.size() - kKeptErrors);
  if (count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN)) child_.errors().close();
  return count > 0;
}

void EngineProcess::quit() {
  write("quit\n", std::chrono::steady_clock::now() + kTimeToQuit, {});
  child_.input().close();
  child_.ends_within(kTimeToQuit);
  child_.kill_and_wait();
}

std::string EngineProcess::how_it_ended() {
  child_.input().close();
  child_.ends_within(kTimeToExit);
  std::string text = child_.kill_and_wait();
  if (text.empty()) text = "closed its output";
  for (int reads = 0; reads < kMostReadsOfErrors && child_.errors().is_open() && read_errors();) ++reads;
  const std::string said = last_line(last_errors_);
  return said.empty() ? text : fmt::format("{}; it said: {}", text, said);
}

}  // namespace jungle
