#pragma once
// The built program on a pseudo-terminal: what a person at a terminal sees and types.
//
//   Terminal terminal({"play", "--level", "easy"});
//   std::string shown = terminal.shown();     // up to its prompt
//   shown = terminal.say("g3g4");
//   EXPECT_EQ(terminal.leave("quit"), 0);
//
// Must not outlive its test; an unfinished program is killed by the destructor.

#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>

namespace jungle::test {

class Terminal {
 public:
  explicit Terminal(std::vector<std::string> arguments);
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;
  ~Terminal();

  // What was printed until the program waits for a line: until it ends with "> " or "? ". Fails the test when
  // that does not come within a minute.
  std::string shown();
  std::string say(std::string_view line);  // and what it shows then
  int leave(std::string_view line);        // the exit code after this line
  int interrupt();                         // the exit code after Ctrl-C
  const std::string& everything() const { return everything_; }
  bool read_more();  // into everything(); false at the end

 private:
  void type(std::string_view text) const;
  int wait_for_end();

  pid_t pid_ = -1;
  int terminal_ = -1;
  bool is_terminal_ = true;  // false where the system has none: a socket stands in for it
  std::string everything_;
};

}  // namespace jungle::test
