#include "app/line_reader.hpp"

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "app/output.hpp"

namespace jungle {

LineReader::LineReader(std::stop_token stop) : stop_(std::move(stop)) {
  if (!stop_.stop_possible()) return;
  wake_ = ::eventfd(0, EFD_CLOEXEC);
  if (wake_ < 0) throw std::system_error(errno, std::generic_category(), "cannot wait for input");
}

LineReader::~LineReader() {
  if (wake_ >= 0) ::close(wake_);
}

bool LineReader::wait() const {
  if (wake_ < 0) return true;
  const std::stop_callback wake(stop_, [this] {
    const std::uint64_t one = 1;
    [[maybe_unused]] const auto written = ::write(wake_, &one, sizeof one);
  });
  std::array<pollfd, 2> sources = {
      {{.fd = STDIN_FILENO, .events = POLLIN, .revents = 0}, {.fd = wake_, .events = POLLIN, .revents = 0}}};
  while (::poll(sources.data(), sources.size(), -1) < 0) {
    if (errno != EINTR) throw std::system_error(errno, std::generic_category(), "cannot wait for input");
  }
  return !stop_.stop_requested();
}

bool LineReader::fill() {
  flush_out();
  if (!wait()) return false;
  ssize_t got = 0;
  do {
    got = ::read(STDIN_FILENO, buffer_.data(), buffer_.size());
  } while (got < 0 && errno == EINTR);
  if (got < 0) throw std::system_error(errno, std::generic_category(), "cannot read standard input");
  begin_ = 0;
  end_ = static_cast<std::size_t>(got);
  return got > 0;
}

std::string LineReader::too_long_message() {
  return "the line is longer than " + std::to_string(kMaxLineBytes) + " bytes";
}

std::string answered_part(const std::string& line) {
  constexpr std::size_t kLongest = 256;
  const std::string part = line.substr(0, line.find('|'));
  return part.size() > kLongest ? part.substr(0, kLongest) + "..." : part;
}

std::optional<std::string> LineReader::next() {
  std::string line;
  too_long_ = false;
  bool found = false;
  bool any = false;
  constexpr std::size_t kMostKept = kMaxLineBytes + 1;  // a CR at its end is not of the line
  while (!found && (begin_ < end_ || fill())) {
    any = true;
    const char* const from = buffer_.data() + begin_;
    const char* const limit = buffer_.data() + end_;
    const char* const stop = std::find(from, limit, '\n');
    const auto length = static_cast<std::size_t>(stop - from);
    const std::size_t room = kMostKept - line.size();
    line.append(from, std::min(length, room));
    too_long_ = too_long_ || length > room;
    found = stop != limit;
    begin_ += length + (found ? 1 : 0);
  }
  if (!any) return std::nullopt;
  if (!line.empty() && line.back() == '\r') line.pop_back();
  too_long_ = too_long_ || line.size() > kMaxLineBytes;
  line.resize(std::min(line.size(), kMaxLineBytes));
  return line;
}

}  // namespace jungle
