#include "app/line_reader.hpp"

#include <algorithm>
#include <cerrno>
#include <system_error>

#include <unistd.h>

#include "app/output.hpp"

namespace jungle {

bool LineReader::fill() {
  flush_out();
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
  while (!found && (begin_ < end_ || fill())) {
    any = true;
    const char* const from = buffer_.data() + begin_;
    const char* const limit = buffer_.data() + end_;
    const char* const stop = std::find(from, limit, '\n');
    const auto length = static_cast<std::size_t>(stop - from);
    const std::size_t room = kMaxLineBytes - line.size();
    line.append(from, std::min(length, room));
    too_long_ = too_long_ || length > room;
    found = stop != limit;
    begin_ += length + (found ? 1 : 0);
  }
  if (!any) return std::nullopt;
  if (!line.empty() && line.back() == '\r') line.pop_back();
  return line;
}

}  // namespace jungle
