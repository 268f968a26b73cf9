#pragma once
// Standard input by lines, for the --stdin forms: bounded, and before it waits for more it flushes standard
// output, so that a program on the other end of two pipes gets its answers. LF and CRLF; the last line needs
// no end.
//
//   for (LineReader lines; auto line = lines.next();) ...
//
// With a stop token a request ends the wait, and the input with it.
//
// Thread rule: hostile; one at a time.

#include <array>
#include <optional>
#include <stop_token>
#include <string>

namespace jungle {

inline constexpr std::size_t kMaxLineBytes = 65536;

class LineReader {
 public:
  explicit LineReader(std::stop_token stop = {});  // throws std::system_error
  LineReader(const LineReader&) = delete;
  LineReader& operator=(const LineReader&) = delete;
  ~LineReader();

  // The next line without its end; none at the end of the input. Bytes beyond kMaxLineBytes are dropped and
  // line_too_long() is true. Throws std::system_error when reading fails.
  std::optional<std::string> next();
  bool line_too_long() const { return too_long_; }
  static std::string too_long_message();

 private:
  bool fill();
  bool wait() const;  // for input or its end; false when stopped

  std::stop_token stop_;
  int wake_ = -1;  // an eventfd that a stop request makes readable; -1 where none can come
  std::array<char, kMaxLineBytes> buffer_{};
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  bool too_long_ = false;
};

// What an answer repeats of its line: the part before the first bar, cut when it is very long.
std::string answered_part(const std::string& line);

}  // namespace jungle
