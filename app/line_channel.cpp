#include "app/line_channel.hpp"

#include <system_error>
#include <utility>

#include "app/output.hpp"

namespace jungle {
namespace {

bool is_broken_pipe(const std::system_error& error) { return error.code() == std::errc::broken_pipe; }

}  // namespace

std::optional<std::string> StandardChannel::read_line() {
  if (failed_.stop_requested()) return std::nullopt;
  try {
    return reader_.next();
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
  if (failed_.request_stop()) failure_ = std::move(failure);
}

void StandardChannel::check() {
  const MutexLock lock(mutex_);
  if (failure_ != nullptr) std::rethrow_exception(failure_);
}

}  // namespace jungle
