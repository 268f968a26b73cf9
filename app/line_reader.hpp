#pragma once
// Standard input by lines, for the --stdin forms: bounded, and before it waits for more it flushes standard
// output, so that a program on the other end of two pipes gets its answers. LF and CRLF; the last line needs
// no end.
//
//   for (LineReader lines; auto line = lines.next();) ...
//
// Thread rule: hostile; one at a time.

#include <array>
#include <optional>
#include <string>

namespace jungle {

inline constexpr std::size_t kMaxLineBytes = 65536;

class LineReader {
 public:
  // The next line without its end; none at the end of the input. Bytes beyond kMaxLineBytes are dropped and
  // line_too_long() is true. Throws std::system_error when reading fails.
  std::optional<std::string> next();
  bool line_too_long() const { return too_long_; }
  static std::string too_long_message();

 private:
  bool fill();

  std::array<char, kMaxLineBytes> buffer_{};
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  bool too_long_ = false;
};

// What an answer repeats of its line: the part before the first bar, cut when it is very long.
std::string answered_part(const std::string& line);

}  // namespace jungle
