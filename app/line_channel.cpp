#include "app/line_channel.hpp"

#include <array>
#include <cerrno>
#include <cstdint>
#include <system_error>
#include <utility>

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "app/output.hpp"

namespace jungle {
namespace {

int make_wake() {
  const int wake = ::eventfd(0, EFD_CLOEXEC);
  if (wake < 0) throw std::system_error(errno, std::generic_category(), "cannot watch standard output");
  return wake;
}

bool is_broken_pipe(const std::system_error& error) { return error.code() == std::errc::broken_pipe; }

}  // namespace

StandardChannel::StandardChannel(const std::stop_token& stop)
    : on_stop_(stop, [this] { input_over_.request_stop(); }),
      reader_(input_over_.get_token()),
      wake_(make_wake()),
      watcher_([this] { watch_output(); }) {}

StandardChannel::~StandardChannel() {
  const std::uint64_t one = 1;
  [[maybe_unused]] const auto written = ::write(wake_, &one, sizeof one);
  watcher_.join();
  ::close(wake_);
}

// Standard output is asked for nothing: poll() tells all the same when its other end is closed.
void StandardChannel::watch_output() {
  std::array<pollfd, 2> files = {
      {{.fd = STDOUT_FILENO, .events = 0, .revents = 0}, {.fd = wake_, .events = POLLIN, .revents = 0}}};
  while (::poll(files.data(), files.size(), -1) < 0 && errno == EINTR) continue;
  if (files[0].revents != 0) fail(nullptr);
}

std::optional<InputLine> StandardChannel::read_line() {
  if (input_over_.stop_requested()) return std::nullopt;
  try {
    std::optional<std::string> text = reader_.next();
    if (!text || input_over_.stop_requested()) return std::nullopt;  // a line that was begun is not whole
    return InputLine{.text = std::move(*text), .cut = reader_.line_too_long()};
  } catch (const std::system_error& error) {
    fail(is_broken_pipe(error) ? nullptr : std::current_exception());
  }
  return std::nullopt;
}

void StandardChannel::write_line(std::string_view text) {
  const MutexLock lock(write_mutex_);
  try {
    write_out(std::string(text) + "\n");
    flush_out();
  } catch (const std::system_error& error) {
    fail(is_broken_pipe(error) ? nullptr : std::current_exception());
  }
}

void StandardChannel::fail(std::exception_ptr failure) {
  const MutexLock lock(mutex_);
  if (closed_.request_stop()) failure_ = std::move(failure);
  input_over_.request_stop();
}

void StandardChannel::check() {
  const MutexLock lock(mutex_);
  if (failure_ != nullptr) std::rethrow_exception(failure_);
}

}  // namespace jungle
